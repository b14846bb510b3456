"""The default broad phase: a loose quadtree in arrays."""
