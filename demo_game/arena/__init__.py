"""The arena: two ships among crates, each on a machine of its own; a small game for `ecsphys.rollback`."""
