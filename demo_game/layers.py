"""Collision layers and, for each layer, the mask of the layers that it collides with."""

from enum import IntFlag


class Layer(IntFlag):
    """One bit per kind of entity."""

    WALL = 1
    THING = 2  # crates, barrels, planks, the cube
    PLAYER = 4
    ENEMY = 8
    SHOT = 16
    PLACE = 32  # triggers
    GLASS = 64
    DEBRIS = 128
    ROPE = 256
    DOUBLE = 512  # the body that hangs on a rope or swims in place of the character


SOLID = Layer.WALL | Layer.THING | Layer.GLASS  # a character can stand on these
OPAQUE = Layer.WALL | Layer.THING  # these block the line of sight
ACTORS = Layer.PLAYER | Layer.ENEMY

MASKS = {
    Layer.WALL: OPAQUE | ACTORS | Layer.SHOT | Layer.DEBRIS | Layer.ROPE | Layer.DOUBLE,
    Layer.GLASS: Layer.THING | ACTORS | Layer.SHOT,
    Layer.THING: SOLID | ACTORS | Layer.SHOT | Layer.PLACE,
    Layer.PLAYER: SOLID | Layer.ENEMY | Layer.PLACE,
    Layer.ENEMY: SOLID | ACTORS | Layer.SHOT | Layer.PLACE,
    Layer.SHOT: SOLID | Layer.ENEMY | Layer.ROPE,
    Layer.PLACE: Layer.THING | ACTORS | Layer.DOUBLE,
    Layer.DEBRIS: Layer.WALL,
    Layer.ROPE: Layer.WALL | Layer.SHOT,
    Layer.DOUBLE: Layer.WALL | Layer.PLACE,
}
