"""The loose octree."""
