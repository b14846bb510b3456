"""esper on one side, the rows of a world on the other: components, staging, synchronizing."""
