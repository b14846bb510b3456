"""A level with one object of every kind."""

from __future__ import annotations

from demo_game.levels import Level
from tests.demo_game.levels import area, at, box, level


def gallery(view: str) -> Level:
    """All kinds of things around the start."""
    return level(
        box("glass", 8, 2, 0.25, 2.5),
        at("crate", 9.5, 2.5),
        at("cube", 11, 2.6),
        at("barrel", 12.2, 2.5),
        box("plank", 13, 2.6, 4, 0.3),
        box("conveyor", 1, 5.5, 4, 0.4, speed=120.0),
        box("ledge", 6, 6, 3, 0.3),
        box("mirror", 17, 4, 0.4, 2),
        area("slope", (17.5, 2), (20, 2), (20, 4)),
        box("lava", 10, 6, 3, 1),
        box("checkpoint", 1, 2, 1, 2),
        box("door", 7, 2, 0.7, 3, gems=True, number=7),
        box("furnace", 14, 4.6, 1.5, 1.5, opens=7),
        box("plate", 3, 2, 1, 0.3, opens=7),
        box("sign", 4, 2, 1, 1, words="Signs say what to do."),
        area_path(),
        box("mover", 12, 9, 2, 0.4, path=8),
        *(at("pickup", 2 + 1.2 * k, 8, what=what, shots=3.0) for k, what in enumerate(PICKUPS)),
        at("drone", 15, 8),
        at("walker", 16, 3),
        box("board", 20, 5, 3, 0.4),
        box("cart", 21, 3, 3, 0.4),
        at("ball", 18, 9, number=9),
        area("rope", (18, 13), (18, 9), holds=9),
        box("pool", 23, 9, 3, 2),
        view=view,
    )


PICKUPS = ("gem", "medkit", "pistol", "laser", "rockets", "grenades")


def area_path():
    """A way for the platform."""
    return area("path", (13, 9.2), (16, 9.2), number=8)
