"""Who meets whom: collision layers and, for each kind of thing, the layers that it meets."""

from enum import IntFlag


class Layer(IntFlag):
    """One bit a kind of thing."""

    WALL = 1
    THING = 2  # crates, barrels, planks, the cube
    PLAYER = 4
    ENEMY = 8
    SHOT = 16
    PLACE = 32  # triggers
    GLASS = 64
    DEBRIS = 128


SOLID = Layer.WALL | Layer.THING | Layer.GLASS  # what one can stand on
OPAQUE = Layer.WALL | Layer.THING  # what stops sight
ACTORS = Layer.PLAYER | Layer.ENEMY

MASKS = {
    Layer.WALL: OPAQUE | ACTORS | Layer.SHOT | Layer.DEBRIS,
    Layer.GLASS: Layer.THING | ACTORS | Layer.SHOT,
    Layer.THING: SOLID | ACTORS | Layer.SHOT | Layer.PLACE,
    Layer.PLAYER: SOLID | Layer.ENEMY | Layer.PLACE,
    Layer.ENEMY: SOLID | ACTORS | Layer.SHOT | Layer.PLACE,
    Layer.SHOT: SOLID | Layer.ENEMY,
    Layer.PLACE: Layer.THING | ACTORS,
    Layer.DEBRIS: Layer.WALL,
}
