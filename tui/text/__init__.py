"""Untrusted text made safe to look at. Pure.

Everything an agent, a file or a store says passes through here before it is shown; the raw value
is what goes back on the wire.
"""
