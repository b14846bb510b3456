"""Rows of bodies, shapes and contacts in space."""
