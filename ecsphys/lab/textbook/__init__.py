"""Structures of textbooks that the engine does not use, to be seen beside those that it does."""
