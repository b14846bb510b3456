"""Continuous collision of space: fast bodies are swept along their path and pass through nothing."""
