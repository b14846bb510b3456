"""What the builders share."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from ecsphys import Vec2

from ..layers import MASKS, Layer
from ..levels import Level, Thing


@dataclass(frozen=True)
class SpawnContext:
    """The level that is being built; `random` picks what the level leaves open."""

    level: Level
    random: Random

    @property
    def top_down(self) -> bool:
        """Whether it is seen from above."""
        return self.level.top_down

    def path(self, thing: Thing) -> tuple[Vec2, ...]:
        """The path that a thing follows, empty if none."""
        number = thing.values["path"]
        return self.level.thing(number).points if number else ()

    def openers(self, thing: Thing) -> tuple[int, ...]:
        """What opens a door."""
        return tuple(
            one.number
            for kind in ("plate", "furnace")
            for one in self.level.of(kind)
            if one.values["opens"] == thing.number
        )


def collision_filter(layer: Layer) -> dict[str, Any]:
    """Keywords of a Collider on a layer."""
    return {"layer": layer, "mask": MASKS[layer]}
