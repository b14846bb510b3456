"""Likely mistakes in what entities are given, looked for when an entity enters or changes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ..keywords import is_own
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
        self._is_in_space = _is_in_space(kinds[0])
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
            if self._is_stranger(key):
                self._look_at_strangers(entity, components)
                continue
            self._known.add(key)
            if isinstance(component, self._shape):
                collider = self._kinds[2].__name__
                warn_user(f"entity {entity} has the component {component!r}: put shapes into a {collider}")
            elif isinstance(component, Component) and not (is_own(key) or _is_joint(key)):
                base = next(kind.__name__ for kind in key.__mro__ if is_own(kind))
                warn_user(
                    f"physics does not see the {key.__name__} of entity {entity}: esper lists it under its "
                    f"own type; use {base}, or esper.add_component(entity, component, type_alias={base}); an "
                    f"entity has one {base}"
                )

    def _is_stranger(self, kind: type) -> bool:
        """Whether a component type is one of the other dimension."""
        return issubclass(kind, Component) and _is_in_space(kind) != self._is_in_space

    def _look_at_strangers(self, entity: int, components: dict[type, Any]) -> None:
        """Warn of components of space beside those of the plane, or the reverse, where one has no part."""
        place, *others = self._kinds
        strangers = list(filter(self._is_stranger, components))
        if place in components and any(kind in components for kind in others) and len(strangers) > 1:
            return  # it may well have a body in both
        self._known.update(strangers)
        mine = next((kind.__name__ for kind in self._kinds if kind in components), place.__name__)
        warn_user(f"entity {entity} has a {mine} beside {_describe(strangers)}")

    def warn_of_strangers(self, kinds: Iterable[type]) -> None:
        """Warn of components that only a world of the other dimension sees, where there is no such world."""
        strangers = set(filter(self._is_stranger, kinds)) - self._known
        if strangers:
            self._known.update(strangers)
            warn_user(f"physics sees no entity of its world, for they have {_describe(strangers)}")

    def warn_of_no_place(self, entity: int, components: dict[type, Any]) -> None:
        """Warn once of an entity with a body or a collider and without a transform."""
        transform, *others = self._kinds
        if self._warned_of_place or any(isinstance(part, transform) for part in components.values()):
            return
        if any(map(self._is_stranger, components)):
            return  # that has been warned of
        self._warned_of_place = True
        names = " and a ".join(kind.__name__ for kind in others if kind in components)
        missing = transform.__name__
        warn_user(f"entity {entity} has a {names} and no {missing}: it takes no part in physics without one")


def _is_joint(kind: type) -> bool:
    """Whether a component type is a joint, of which types of the game's own are seen."""
    return any(base.__name__ == "Joint" and is_own(base) for base in kind.__mro__)


def _is_in_space(kind: type) -> bool:
    """Whether a component type, or one that it derives from, is of space."""
    return any(base.__module__.startswith("ecsphys.space3d.") for base in kind.__mro__)


def _describe(strangers: Iterable[type]) -> str:
    """Say of which dimension components are, and what the other one has in their place."""
    kinds = {next(filter(is_own, kind.__mro__)) for kind in strangers}
    names = sorted(kind.__name__ for kind in kinds)
    of, blind, other = _SPACE if any(map(_is_in_space, kinds)) else _PLANE
    places = list(filter(None, map(counterpart, names)))
    remedy = f"use {', '.join(places)}" if places else f"{other} has none yet"
    return f"{', '.join(names)}, of {of}, which {blind} does not see; {remedy}"


_SPACE, _PLANE = ("space", "Physics", "the plane"), ("the plane", "Physics3D", "space")
_IN_SPACE = {name: f"{name}3D" for name in ("Transform", "Collider", "CharacterController", "Projectile")}
_IN_SPACE["RigidBody"] = "Body3D"
_IN_THE_PLANE = {there: here for here, there in _IN_SPACE.items()}


def counterpart(name: str) -> str | None:
    """Return the name of the component that the other dimension has in the place of one."""
    return _IN_SPACE.get(name) or _IN_THE_PLANE.get(name)


def _refuse_class(entity: int, component: type) -> None:
    """Raise `TypeError` for one of the classes of ecsphys; other classes are the game's business."""
    if is_own(component):
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
