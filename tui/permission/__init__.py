"""Who may do what: the fail-closed broker, and later policy, risk, journal and trust.

Pure apart from the journal's one append-only file. Anything unclear is a denial.
"""
