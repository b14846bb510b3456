"""What is measured by hand, never by a test."""
