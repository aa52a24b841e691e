"""Tests of the demo agent, through its pipes."""
