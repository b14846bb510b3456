"""Contacts of space: narrow phase and the rows of manifolds."""
