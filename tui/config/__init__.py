"""What the user chose and what must survive a crash: settings, themes, drafts, past prompts.

Files are TOML for people and JSON lines for us, written atomically, readable by their owner alone.
No Textual here.
"""
