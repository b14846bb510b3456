"""esper on one side, the rows of a world in space on the other: components, staging, the simulation."""
