"""Instructions that Python has no words for: boxes side by side, words of records, atomic counters."""
