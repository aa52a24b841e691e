"""The real CLIs against a scripted model on loopback.

`run.sh` installs the pinned CLIs and runs these tests where nothing but loopback can be reached;
anywhere else they are skipped and say why.
"""
