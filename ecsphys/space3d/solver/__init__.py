"""Integration and constraint solver of space."""
