"""Seeds for tests that throw dice: one that never changes, and one that always does."""

import random

import pytest

FIXED = 1

both_seeds = pytest.mark.parametrize(
    "seed", [FIXED, random.SystemRandom().randrange(2, 1 << 32)], ids=["fixed", "fresh"]
)
"""Runs a test with both. A failure shows the seed among the test's arguments."""
