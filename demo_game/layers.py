"""Who meets whom: collision layers and, for each kind of thing, the layers that it meets."""

from enum import IntFlag


class Layer(IntFlag):
    """One bit a kind of thing."""

    WALL = 1
    CRATE = 2
    PLAYER = 4
    DRONE = 8
    SHOT = 16
    GEM = 32
    EXIT = 64


SOLID = Layer.WALL | Layer.CRATE  # what one can stand on, and what stops sight and lasers

MEETS = {
    Layer.WALL: SOLID | Layer.PLAYER | Layer.DRONE | Layer.SHOT,
    Layer.CRATE: SOLID | Layer.PLAYER | Layer.DRONE | Layer.SHOT,
    Layer.PLAYER: SOLID | Layer.DRONE | Layer.GEM | Layer.EXIT,
    Layer.DRONE: SOLID | Layer.PLAYER | Layer.DRONE | Layer.SHOT,
    Layer.SHOT: SOLID | Layer.DRONE,
    Layer.GEM: Layer.PLAYER,
    Layer.EXIT: Layer.PLAYER,
}
