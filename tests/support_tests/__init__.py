"""The test doubles themselves are tested: a stub that lies makes every test above it lie."""
