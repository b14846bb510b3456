"""The two entities of a pair that `explain` is asked about, and what filters say about them."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..ecs.components import CharacterController, Collider, Projectile, RigidBody
from ..ecs.components.base_collider import BaseCollider
from ..ecs.mistakes import counterpart
from ..ecs.registry import Components, Registry
from ..shapes import Circle
from ..world.base_world import BaseWorld
from ..world.state import World


class Side(NamedTuple):
    """One of the two entities, with the components that decide."""

    entity: int
    body: RigidBody | None
    collider: Collider
    projectile: Projectile | None
    character: CharacterController | None


def side_of(world: World, registry: Registry, entity: int) -> Side:
    """Return an entity that takes part in detection."""
    components = registry.components_of(entity)
    _, body, collider = world.parts_of(entity)
    collider = collider or Collider(Circle(1))  # a ray without one is on layer 1
    return Side(entity, body, collider, components.get(Projectile), components.get(CharacterController))


def missing_part(world: World, entity: int, components: Components | None) -> str | None:
    """Explain why an entity takes no part in detection, if so."""
    if (sentence := missing_row(world, entity, components, ("Transform", "Collider"))) is not None:
        return sentence
    collider, projectile = world.parts_of(entity)[2], (components or {}).get(Projectile)
    if collider is None:
        is_ray = projectile is not None and projectile.mode == "ray"
        return None if is_ray else f"entity {entity} has no Collider"
    return disabled_part(entity, collider, projectile)


def missing_row(
    world: BaseWorld, entity: int, components: Components | None, names: tuple[str, str]
) -> str | None:
    """Explain why an entity has no row; `names` are those of the two components that it needs."""
    if components is None:
        return f"entity {entity} does not exist, or is being deleted"
    if world.parts_of(entity)[0] is None:
        present = {kind.__name__ for kind in components}
        missing = [name for name in names if name not in present]
        if missing:
            strangers = [other for name in names if (other := counterpart(name)) in present]
            where = "of space" if strangers and strangers[0].endswith("3D") else "of the plane"
            hint = f", but {' and '.join(strangers)} {where}" if strangers else ""
            return f"entity {entity} has no part in physics: it has no {' and no '.join(missing)}{hint}"
        return f"entity {entity} has no part in physics before the next step"
    return None


def disabled_part(entity: int, collider: BaseCollider, projectile: Any) -> str | None:
    """Explain that a collider is switched off, if so."""
    if collider.enabled:
        return None
    kind = type(collider).__name__
    if projectile is not None:
        return f"the {kind} of the Projectile {entity} is disabled: it flies on and hits nothing"
    return f"the {kind} of entity {entity} is disabled"


def explain_filters(a: Any, b: Any) -> str | None:
    """Explain which of group, layers and masks parts two colliders, if any."""
    group = a.collider.group
    if group and group == b.collider.group:
        if group < 0:
            both = f"{a.entity} and {b.entity} are both of group {group}"
            return f"{both}, and a negative group never meets itself"
        return None
    for present, sensing in ((a, b), (b, a)):
        if not present.collider.layer & (sensing.collider.mask | sensing.collider.detect_mask):
            return not_in_mask(present, sensing)
    return None


def not_in_mask(present: Any, sensing: Any) -> str:
    """Say that the layer of one entity is not in the mask of the other."""
    layer, mask = bin(present.collider.layer), bin(sensing.collider.mask)
    return f"the layer {layer} of {present.entity} is not in the mask {mask} of {sensing.entity}"
