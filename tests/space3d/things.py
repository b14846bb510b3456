"""Short words for what the tests of worlds in space say again and again; public API only."""

from __future__ import annotations

from typing import Any

import esper

from ecsphys import space3d as s3

STEP = 1 / 60
_BODY_OPTIONS = {
    "mass", "inertia", "velocity", "angular_velocity", "gravity_scale", "linear_damping", "angular_damping",
    "lock_rotation", "lock_x", "lock_y", "lock_z", "continuous", "can_sleep",
}  # fmt: skip


def physics(gravity: Any = (0, 0, 0), **options: Any) -> s3.Physics3D:
    """A clock in the current world."""
    made = s3.Physics3D(gravity, **options)
    esper.add_processor(made)
    return made


def run(steps: int = 1) -> None:
    for _ in range(steps):
        esper.process(STEP)


def ground(y: float = 0, **options: Any) -> int:
    """A static box whose top is at `y`."""
    return esper.create_entity(s3.Transform3D(0, y - 0.5, 0), s3.Collider3D(s3.Box(20, 1, 20), **options))


def body(
    shape: Any, x: float = 0, y: float = 0, z: float = 0, *, kind: str = "dynamic", **options: Any
) -> int:
    """An entity with all three components; `options` go to Body3D or Collider3D, whichever knows them."""
    own = {name: options.pop(name) for name in list(options) if name in _BODY_OPTIONS}
    turn = options.pop("turned", (1, 0, 0, 0))
    parts = s3.Transform3D(x, y, z, turn), s3.Body3D(kind, **own), s3.Collider3D(shape, **options)
    return esper.create_entity(*parts)


def ball(x: float = 0, y: float = 0, z: float = 0, radius: float = 0.5, **options: Any) -> int:
    return body(s3.Sphere(radius), x, y, z, **options)


def transform(entity: int) -> s3.Transform3D:
    return esper.component_for_entity(entity, s3.Transform3D)


def motion(entity: int) -> s3.Body3D:
    return esper.component_for_entity(entity, s3.Body3D)


def collider(entity: int) -> s3.Collider3D:
    return esper.component_for_entity(entity, s3.Collider3D)


class Recorder:
    """Listens to event names; keeps (name, event) in the order of delivery."""

    def __init__(self, *names: str):
        self.heard: list[tuple[str, Any]] = []
        self._handlers = []
        for name in names:
            handler = self._handler(name)
            self._handlers.append(handler)
            esper.set_handler(name, handler)

    def _handler(self, name: str) -> Any:
        return lambda event: self.heard.append((name, event))

    def names(self) -> list[str]:
        return [name for name, _ in self.heard]

    def of(self, name: str) -> list[Any]:
        return [event for known, event in self.heard if known == name]
