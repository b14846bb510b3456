"""The bounding volume tree."""
