"""Past sessions as lines and paragraphs: what the browser shows, without any widget."""
