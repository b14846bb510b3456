"""Small levels for tests: a floor and what the test is about. The character starts at (5, 2) tiles."""

from __future__ import annotations

from dataclasses import replace

from demo_game.levels import Level

FLAT = Level(
    name="flat",
    size=(40, 12),
    spawn=(5, 2.72),
    blocks=((-1, 0, 42, 2), (-1, 2, 1, 10), (40, 2, 1, 10)),
    ledges=(),
    slopes=(),
    crates=(),
    gems=(((35, 2.7),),),
    patrols=(),
    door=(30, 2, 0.7, 4),
    exit=(37, 2, 1.6, 1.6),
    route=((38, 2),),
)


def level(**parts: object) -> Level:
    """The flat level with some parts replaced."""
    return replace(FLAT, **parts)  # type: ignore[arg-type]
