"""Threads that share the rows of a kernel."""
