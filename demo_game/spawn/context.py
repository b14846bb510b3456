"""The arguments that all spawn functions share."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from ecsphys import Vec2

from ..layers import MASKS, Layer
from ..levels import Level, Thing


@dataclass(frozen=True)
class SpawnContext:
    """The level that is spawned, the source of its random choices, and its entities so far, by map number."""

    level: Level
    random: Random
    entities: dict[int, int] = field(default_factory=dict)

    @property
    def top_down(self) -> bool:
        """Whether the level is seen from above."""
        return self.level.top_down

    def path(self, thing: Thing) -> tuple[Vec2, ...]:
        """Return the path that an object follows, empty if none."""
        number = thing.values["path"]
        return self.level.thing(number).points if number else ()

    def openers(self, thing: Thing) -> tuple[int, ...]:
        """Return the map numbers of the plates and furnaces that open a door."""
        return tuple(
            opener.number
            for kind in ("plate", "furnace")
            for opener in self.level.of(kind)
            if opener.values["opens"] == thing.number
        )


def collision_filter(layer: Layer) -> dict[str, Any]:
    """Return the filter keywords of a Collider on a layer."""
    return {"layer": layer, "mask": MASKS[layer]}
