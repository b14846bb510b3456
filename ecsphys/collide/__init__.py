"""Contacts, distances, casts and rays of two shapes: pure kernels on rotated cores, without a world.

`manifold` states the conventions that all of them share.
"""
