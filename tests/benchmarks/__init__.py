"""What we claim about speed and memory, measured against a baseline in the same run."""
