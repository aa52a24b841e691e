"""Whole screens and dialogs. Each is imported when it is first shown."""
