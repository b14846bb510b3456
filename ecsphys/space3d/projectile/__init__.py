"""Kernels of projectiles in space: bodies whose path is cast."""
