"""Why a projectile does or does not hit an entity that is no trigger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..ecs.components import Projectile
from ..ecs.components.projectile import has_pierced
from ..spatial.pair_keys import pair_key
from ..world.state import World
from .gaps import distance_of_origin, explain_gap
from .sides import Side, explain_filters, not_in_mask

Refusal = Callable[[int, int], str | None]


def explain_hit(world: World, side: Side, projectile: Projectile, other: Side, refusal: Refusal) -> str:
    """Return one sentence about a projectile and what it flies at; `refusal` as in `explain_pair`."""
    return (
        explain_no_hit(side, projectile, other, refusal)
        or _dropped(world, side.entity, other.entity)
        or _far(world, side.entity, projectile, other.entity)
        or _one_sided(side.entity, other)
        or explain_met(side, other)
    )


def explain_no_hit(side: Any, projectile: Projectile, other: Any, refusal: Refusal) -> str | None:
    """Explain why a projectile does not hit something wherever they are, if so; also in space."""
    return (
        explain_filters(side, other)
        or _never_hit(side, other)
        or refusal(side.entity, other.entity)
        or _passed(side.entity, projectile, other)
    )


def explain_met(side: Any, other: Any) -> str:
    """Say that a projectile hits what it overlaps."""
    both = f"{side.entity} and {other.entity} overlap"
    return f"{both}: the Projectile {side.entity} hits {other.entity} and is not pushed"


def _never_hit(side: Any, other: Any) -> str | None:
    """Explain why a projectile does not hit something that it meets, wherever they are."""
    if other.projectile is not None:
        return f"{side.entity} and {other.entity} are projectiles, which never hit each other"
    if side.collider.group == 0 or side.collider.group != other.collider.group:
        for present, sensing in ((side, other), (other, side)):
            if not present.collider.layer & sensing.collider.mask:
                return not_in_mask(present, sensing)
    return None


def _passed(entity: int, projectile: Projectile, other: Any) -> str | None:
    """Explain why a projectile does not hit something any more."""
    if other.entity in projectile.ignore:
        return f"the Projectile {entity} ignores {other.entity}"
    if projectile.spent:
        return f"the Projectile {entity} is spent: it hits nothing any more"
    if has_pierced(projectile, other.entity):
        return f"the Projectile {entity} has pierced {other.entity} and hits it again after a ricochet only"
    return None


def _dropped(world: World, entity: int, other: int) -> str | None:
    """Explain that a contact hook dropped a hit, if so."""
    if pair_key(entity, other) in world.dropped_hits:
        return f"a contact hook drops the hit of the Projectile {entity} on {other}"
    return None


def _far(world: World, entity: int, projectile: Projectile, other: int) -> str | None:
    """Explain how far a projectile is from something."""
    if projectile.mode == "swept":
        return explain_gap(world, entity, other)
    distance = distance_of_origin(world, entity, other)
    if distance > 0.0:
        return f"the ray of the Projectile {entity} is {distance:g} away from {other}"
    return None


def _one_sided(entity: int, other: Side) -> str | None:
    """Explain that a projectile hits a one-way collider from its solid side only."""
    side = other.collider.one_way
    if side is None:
        return None
    return f"the Projectile {entity} hits {other.entity} from its one-way side only, {tuple(side)}"
