"""Storage of a world: arrays by owner, the registry of what esper holds, invariants."""
