"""Continuous collision: bodies that move far in one step are swept along their path, impact by impact."""
