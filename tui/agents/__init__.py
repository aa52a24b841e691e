"""One closed room per CLI: translators between its wire lines and our vocabulary.

A dialect is pure: lines in, events and lines out. It touches no process, clock or file. No room
imports another; what they share is the contract in `dialect.py`, the bookkeeping in `ledger.py`
and the vocabulary of `tui.model`.
"""
