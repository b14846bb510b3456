"""Contacts of two shapes, the pairs of entities that touch, and how these begin and end."""
