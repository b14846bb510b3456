"""The two entities of a pair that `explain` is asked about, and what filters say about them."""

from __future__ import annotations

from typing import NamedTuple

from ..ecs.components import CharacterController, Collider, Projectile, RigidBody
from ..ecs.registry import Components, Registry
from ..shapes import Circle
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
    if components is None:
        return f"entity {entity} does not exist, or is being deleted"
    transform, _, collider = world.parts_of(entity)
    if transform is None:
        names = {kind.__name__ for kind in components}
        missing = [name for name in ("Transform", "Collider") if name not in names]
        if missing:
            return f"entity {entity} has no part in physics: it has no {' and no '.join(missing)}"
        return f"entity {entity} has no part in physics before the next step"
    projectile = components.get(Projectile)
    if collider is None:
        is_ray = projectile is not None and projectile.mode == "ray"
        return None if is_ray else f"entity {entity} has no Collider"
    if not collider.enabled:
        if projectile is not None:
            return f"the Collider of the Projectile {entity} is disabled: it flies on and hits nothing"
        return f"the Collider of entity {entity} is disabled"
    return None


def explain_filters(a: Side, b: Side) -> str | None:
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


def not_in_mask(present: Side, sensing: Side) -> str:
    """Say that the layer of one entity is not in the mask of the other."""
    layer, mask = bin(present.collider.layer), bin(sensing.collider.mask)
    return f"the layer {layer} of {present.entity} is not in the mask {mask} of {sensing.entity}"
