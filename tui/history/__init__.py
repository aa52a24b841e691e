"""Past sessions of all agents: listed from an index, searched, and noted in words of our own.

The agents' files are only ever read. The index is a cache that can be thrown away at any time:
where it is damaged, or where it cannot be written, everything works without it, more slowly.
No Textual, no processes.
"""
