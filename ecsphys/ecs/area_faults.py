"""Likely mistakes in areas, looked for when they enter or change."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import FREE, Ints
from ..user_warnings import warn_user
from ..world.areas import LIQUID, WIND
from ..world.state import World


def blows_for_ever(area: Any) -> bool:
    """Whether a row of AREA has wind, and nothing that ends the gain of speed."""
    if area["effects"] & (WIND | LIQUID) != WIND or area["drag"] != 0.0:
        return False
    blows = area["wind_x"] != 0.0 or area["wind_y"] != 0.0
    return bool(blows and not area["linear_damping"] > 0.0)


class AreaFaults:
    """Looks at new and changed areas; warns once of each kind of mistake."""

    def __init__(self, world: World):
        self._world = world
        self._has_warned_of_wind = self._has_warned_of_layers = False
        self._known: set[int] = set()  # entities of the areas whose layers have been looked at

    def look_at(self, areas: Any, order: Ints) -> None:
        """Look at some rows of areas, whose effects are known."""
        for row in order.tolist():
            area = areas[row]
            entity = int(area["entity"])
            if not self._has_warned_of_wind and blows_for_ever(area):
                self._has_warned_of_wind = True
                warn_user(
                    f"the Area of entity {entity} has wind and no drag: what is in it gains speed for ever; "
                    "with drag=1 it ends up with the wind's velocity"
                )
            if entity not in self._known and not self._has_warned_of_layers:
                self._known.add(entity)
                self._look_at_layers(entity, int(area["body"]))

    def _look_at_layers(self, entity: int, body: int) -> None:
        """Warn of an area whose collider meets none of the bodies that there are."""
        filters = self._world.shapes.filters[: self._world.shapes.count]
        others = filters[(filters["body"] != FREE) & (filters["mobile"] != 0) & (filters["body"] != body)]
        own = self._world.shapes_of_body(body)
        if len(others) and own and not _meets(filters[own[0]], others).any():
            self._has_warned_of_layers = True
            warn_user(
                f"the Area of entity {entity} acts on nothing: layers, masks and groups part its "
                "Collider from all bodies that move; physics.explain(area, body) says which"
            )


def _meets(own: Any, others: Any) -> Any:
    """Whether a shape may meet others, (n,): see `spatial.filters.may_collide`."""
    grouped = (own["group"] != 0) & (others["group"] == own["group"])
    is_seen, sees = others["layer"] & own["combined_mask"], own["layer"] & others["combined_mask"]
    return np.where(grouped, others["group"] > 0, (is_seen != 0) & (sees != 0))
