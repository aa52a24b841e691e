"""Bytes: lines out of pipes, JSON-RPC envelopes, processes and their supervisor.

This room knows no agent. Only `process.py` uses anyio; `supervise.py` uses the standard library
alone because it is a program of its own.
"""
