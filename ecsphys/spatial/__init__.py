"""Which shapes of a world may touch, their contacts, and the pairs of entities that do."""
