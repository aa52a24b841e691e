"""Running agents: processes, dialects, brokers and conversations put together. No Textual.

`session.py` is the one place where the pieces meet and the one boundary where an exception
becomes an event; `supervisor.py` owns every process for as long as its `async with` lasts.
"""
