"""What all presets return."""

from __future__ import annotations

from dataclasses import dataclass, fields

import esper

from ..ecs.components import Collider, RigidBody, Transform


@dataclass(frozen=True, kw_only=True)
class Preset:
    """The entities of a preset by name: bodies in fields of their own, and `joints`, one entity each.

    To delete one: `for entity in preset.entities: physics.despawn(entity)`.

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


def body(x: float, y: float, angle: float, collider: Collider, damping: float = 0.0) -> int:
    """Create a dynamic body; `damping` is that of its motion and of its turning, 1/s."""
    return esper.create_entity(
        Transform(x, y, angle), RigidBody(linear_damping=damping, angular_damping=damping), collider
    )
