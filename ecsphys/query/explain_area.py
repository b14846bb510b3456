"""Which effects of an area act on a body that is inside it, and why others do not."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..contacts.table import bodies_of
from ..ecs.area_faults import blows_for_ever
from ..world.areas import (
    ANGULAR_DAMPING,
    GRAVITY,
    LINEAR_DAMPING,
    LIQUID,
    REPLACE,
    WIND,
)
from ..world.bodies import DYNAMIC
from ..world.state import World
from .sides import Side

_NAMES = {
    GRAVITY: "gravity",
    LINEAR_DAMPING: "linear damping",
    ANGULAR_DAMPING: "angular damping",
    WIND: "wind",
    LIQUID: "liquid",
}


def explain_area(world: World, area: Side, visitor: Side) -> str | None:
    """Return a sentence about an area and what overlaps it; None if the first entity has no area."""
    rows = world.areas.rows.view(np.ndarray) if world.areas is not None else ()
    found = [row for row in rows if row["entity"] == area.entity]
    if not found:
        return None
    own, what, whom = found[0], f"the Area {area.entity}", visitor.entity
    body = world.bodies.rows[world.row_of(whom)]
    both = f"{area.entity} and {whom} overlap"
    if body["kind"] != DYNAMIC:
        return f"{both}; {what} does not act on {whom}, which is not dynamic"
    if own["effects"] == 0:
        return f"{both}; {what} does nothing: it has no gravity, damping, wind or density"
    acting, refused = [], []
    for effect, name in _NAMES.items():
        if not own["effects"] & effect:
            continue
        other = _replacing(world, rows, own, effect, whom)
        if other is not None:
            refused.append(f"its {name} is replaced by the Area {other}")
        elif effect == GRAVITY and body["gravity_scale"] == 0.0:
            refused.append(f"its gravity does nothing, as gravity_scale of {whom} is 0")
        else:
            acting.append(name)
            if effect == WIND and blows_for_ever(own):
                refused.append("its wind has no drag, so that speed grows for ever")
    if acting:
        refused.insert(0, f"{what} acts on {whom} by its {' and '.join(acting)}")
    else:
        refused.insert(0, f"{what} does not act on {whom}")
    return f"{both}; {', '.join(refused)}"


def _replacing(world: World, rows: Any, own: Any, effect: int, visitor: int) -> int | None:
    """Return the entity of an area that comes before this one and replaces an effect of it on a visitor."""
    rank = -int(own["priority"]), int(own["entity"])
    for other in rows:
        entity = int(other["entity"])
        comes_first = entity > 0 and (-int(other["priority"]), entity) < rank
        replaces = other["mode"] == REPLACE and other["effects"] & effect
        if comes_first and replaces and _touches(world, entity, visitor):
            return entity
    return None


def _touches(world: World, area: int, visitor: int) -> bool:
    """Whether a visitor was in an area at the end of the last step."""
    contacts = world.triggers.contacts[: world.triggers.contact_count].view(np.ndarray)
    body_a, body_b = bodies_of(world, world.triggers)
    first, second = (world.row_of(entity) for entity in sorted((area, visitor)))
    return bool(np.any((body_a == first) & (body_b == second) & (contacts["touching"] == 1)))
