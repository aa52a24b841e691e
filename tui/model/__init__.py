"""The vocabulary: what agents tell us, what we tell agents, and the words both use.

Plain frozen values and nothing else. This room imports no other room of parley, does no I/O and
knows no agent by name.
"""
