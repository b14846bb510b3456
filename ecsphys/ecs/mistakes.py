"""Likely mistakes in what entities are given, looked for when an entity enters or changes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..shapes import HalfPlane
from ..user_warnings import warn_user
from ..world.state import World
from .binding import Component

# Types that esper takes for component types when it is given a class, or components without their `*`.
MISTAKEN = (type, list, tuple)
SMALL = 1 / 32  # of the length unit: a shape of less is hardly larger than the tolerances


class MistakeFinder:
    """Looks at the components of new and changed entities; warns once of each kind of mistake."""

    def __init__(self, kinds: tuple[type, type, type], shape: type):
        self._kinds = kinds
        self._shape = shape  # the base of all shapes
        self._known: set[type] = set()  # component types that are as they should be, or were warned of
        self._warned_of_place = False

    def look_at(self, entity: int, components: dict[type, Any]) -> None:
        """Raise `TypeError` for a class or a list in the place of components; warn of what is not seen."""
        if self._known.issuperset(components):
            return
        for key, component in components.items():
            if key in self._known:
                continue
            if isinstance(component, type):
                _refuse_class(entity, component)
                continue
            if key in MISTAKEN:
                _refuse_list(entity, component)
                continue
            self._known.add(key)
            if isinstance(component, self._shape):
                collider = self._kinds[2].__name__
                warn_user(f"entity {entity} has the component {component!r}: put shapes into a {collider}")
            elif isinstance(component, self._kinds) and key not in self._kinds:
                base = next(kind.__name__ for kind in self._kinds if isinstance(component, kind))
                warn_user(
                    f"physics does not see the {key.__name__} of entity {entity}: esper lists it under its "
                    f"own type; use {base}, or esper.add_component(entity, component, type_alias={base})"
                )

    def warn_of_no_place(self, entity: int, components: dict[type, Any]) -> None:
        """Warn once of an entity with a body or a collider and without a transform."""
        transform, *others = self._kinds
        if self._warned_of_place or any(isinstance(part, transform) for part in components.values()):
            return
        self._warned_of_place = True
        names = " and a ".join(kind.__name__ for kind in others if kind in components)
        missing = transform.__name__
        warn_user(f"entity {entity} has a {names} and no {missing}: it takes no part in physics without one")


def _refuse_class(entity: int, component: type) -> None:
    """Raise `TypeError` for one of the classes of ecsphys; other classes are the game's business."""
    if component.__module__.partition(".")[0] == __name__.partition(".")[0]:
        name = component.__name__
        raise TypeError(f"entity {entity} has the class {name} as a component; make an instance, {name}(...)")


def _refuse_list(entity: int, parts: Any) -> None:
    """Raise `TypeError` for a list with components of ecsphys; others are the game's business."""
    if any(isinstance(part, Component) for part in parts):
        kind = type(parts).__name__
        raise TypeError(
            f"entity {entity} has a {kind} of components as one component; unpack it, *components"
        )


def warn_of_small_shapes(world: World, length_unit: float) -> bool:
    """Warn if the shapes of a new body are much smaller than the length unit; returns whether some are."""
    bodies, rows = world.bodies.rows, np.array(world.new_bodies)
    size = 2.0 * bodies["reach"][rows]
    small = (size > 0.0) & (size < SMALL * length_unit)
    for row, across in zip(rows[small].tolist(), size[small].tolist(), strict=True):
        entity = int(bodies["entity"][row])
        collider = world.parts_of(entity)[2]
        if collider is None or any(isinstance(shape, HalfPlane) for shape in collider.shapes):
            continue
        warn_user(
            f"entity {entity} is {across:g} across, much less than a typical object: tolerances "
            f"scale with length_unit, {length_unit:g}, and are too coarse for it; for metres use "
            "Physics(length_unit=1)"
        )
        return True
    return False
