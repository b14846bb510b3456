"""What a game hears of a world in space: the plane's events, with vectors of space."""
