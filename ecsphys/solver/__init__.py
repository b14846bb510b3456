"""The solver: integration, constraints, islands and sleep."""
