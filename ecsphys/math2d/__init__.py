"""Values and formulas of the plane: what shapes and pair functions are made of."""
