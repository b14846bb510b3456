"""Values and vectors of space: no shapes, no worlds."""
