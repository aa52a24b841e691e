"""Past sessions of all agents: listed from an index, searched, opened, and noted in our own words.

The agents' files are only ever read. The index is a cache that can be thrown away at any time:
where it is damaged, or where it cannot be written, everything works without it, more slowly.
Start at `library`. No Textual.
"""
