"""A whole step as one kernel."""
