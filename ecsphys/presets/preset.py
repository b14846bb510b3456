"""What all presets return."""

from __future__ import annotations

from dataclasses import dataclass, fields

import esper

from ..ecs.components import Collider, RigidBody, Transform
from ..ecs.teleport import teleport
from ..math2d import check
from ..math2d.vec2 import Pair


@dataclass(frozen=True, kw_only=True)
class Preset:
    """The entities of a preset by name: bodies in fields of their own, and `joints`, one entity each.

    `move_to` moves it whole. To delete one: `for entity in preset.entities: physics.despawn(entity)`.

    >>> import esper
    >>> from ecsphys import Physics, presets
    >>> physics = Physics(gravity=(0, -900))
    >>> esper.add_processor(physics)
    >>> car = presets.car((0, 0))
    >>> len(car.bodies), len(car.joints), len(car.entities)
    (3, 2, 5)
    >>> for entity in car.entities:
    ...     physics.despawn(entity)
    ...
    """

    joints: tuple[int, ...]

    @property
    def bodies(self) -> tuple[int, ...]:
        """The entities of all its bodies."""
        found: list[int] = []
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name != "joints":
                found += value if isinstance(value, tuple) else (value,)
        return tuple(found)

    @property
    def entities(self) -> tuple[int, ...]:
        """Everything that it created: bodies, then joints."""
        return (*self.bodies, *self.joints)

    def move_to(self, position: Pair) -> None:
        """Teleport all of it so that its first body, `bodies[0]`, is at a point; velocities are kept.

        What it is tied to besides stays where it is, and is torn at: `physics.teleport((*rope.entities,
        lamp), by=…)` takes that along. Raises `ValueError` if none of its bodies is left.

        >>> import esper
        >>> from ecsphys import Physics, Transform, presets
        >>> esper.add_processor(Physics(gravity=(0, -900)))
        >>> car = presets.car((0, 0))
        >>> place = esper.component_for_entity(car.chassis, Transform)
        >>> car.move_to((1000, place.y))
        >>> place.x
        1000.0
        """
        goal = check.point(position, "position")
        left = [entity for entity in self.entities if esper.entity_exists(entity)]
        bodies = [entity for entity in left if esper.has_component(entity, Transform)]
        if not bodies:
            raise ValueError(
                f"move_to needs a body to move, and all of this {type(self).__name__} are deleted"
            )
        teleport(left, goal - esper.component_for_entity(bodies[0], Transform).position)


def body(x: float, y: float, angle: float, collider: Collider, damping: float = 0.0) -> int:
    """Create a dynamic body; `damping` is that of its motion and of its turning, 1/s."""
    return esper.create_entity(
        Transform(x, y, angle), RigidBody(linear_damping=damping, angular_damping=damping), collider
    )
