"""What bodies of the plane and of space have in common: kind, sleep, mass, and calls that wait for a row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ...limits import MASS
from ...math2d.check import positive
from ...world.bodies import BODY_FIELDS, BODY_FLAGS, CONTINUOUS, KINDS, BodyKind, ContinuousMode
from ..binding import StagingBuffer
from ..fields import Words, names_entity
from .body_options import MassOverrides, number_of
from .deferring_body import DeferringBody

KIND_OF: dict[str, int] = {word: n for n, word in enumerate(KINDS)}
CONTINUOUS_OF: dict[str, int] = {word: n for n, word in enumerate(CONTINUOUS)}


class BaseBody(DeferringBody):
    """Base of `RigidBody` and of the body of space, which names the fields of its own record."""

    __slots__ = ()

    _fields: ClassVar[Words] = BODY_FIELDS
    _flags: ClassVar[Mapping[str, int]] = BODY_FLAGS

    @property
    def kind(self) -> BodyKind:
        """`"dynamic"`, `"kinematic"` or `"static"`."""
        return KINDS[self._rows.bytes[8 * self._at + self._kind_at]]

    @kind.setter
    @names_entity
    def kind(self, value: BodyKind) -> None:
        self._rows.reals[self._at + self._fields["target_time"]] = 0.0
        self._set_flag(self._kind_at, number_of(value, KIND_OF, "kind"))

    @property
    def continuous(self) -> ContinuousMode:
        """`"off"`, `"auto"` or `"bullet"`."""
        return CONTINUOUS[self._rows.bytes[8 * self._at + self._flags["continuous"]]]

    @continuous.setter
    @names_entity
    def continuous(self, value: ContinuousMode) -> None:
        sweep = number_of(value, CONTINUOUS_OF, "continuous")
        self._rows.bytes[8 * self._at + self._flags["continuous"]] = sweep

    @property
    def can_sleep(self) -> bool:
        """Whether the body may fall asleep at rest."""
        return bool(self._rows.bytes[8 * self._at + self._flags["can_sleep"]])

    @can_sleep.setter
    def can_sleep(self, value: bool) -> None:
        self._rows.bytes[8 * self._at + self._flags["can_sleep"]] = bool(value)
        self._rows.request_wake(self._at)

    @property
    def mass(self) -> float:
        """Mass; set a number, or None to let it follow from the colliders (known from the next step)."""
        return self._rows.reals[self._at + self._fields["mass"]]

    @mass.setter
    @names_entity
    def mass(self, value: float | None) -> None:
        mass = None if value is None else positive(value, "mass", *MASS)
        self._own_overrides().mass = mass
        if mass is not None:
            self._rows.reals[self._at + self._fields["mass"]] = mass
        self._rows.mark_changed(self._at)

    @property
    def awake(self) -> bool:
        """Whether the body takes part in the simulation; static bodies never do."""
        return bool(self._rows.bytes[8 * self._at + self._flags["awake"]])

    @property
    def squeezed(self) -> bool:
        """Whether the last step pressed it between a kinematic body and a static or another kinematic one,
        alone or in a row of bodies, so that what presses it is inside of it.

        It stays on this side of what is static. `COLLISION_CRUSH` tells when that begins.

        >>> import esper
        >>> from ecsphys import COLLISION_CRUSH, Box, Collider, Physics, RigidBody, Transform, on
        >>> esper.add_processor(Physics())
        >>> wall = esper.create_entity(Transform(100, 0), Collider(Box(20, 200)))
        >>> body, place = RigidBody(), Transform(70, 0)
        >>> crate = esper.create_entity(place, body, Collider(Box(32, 32)))
        >>> ram = RigidBody.kinematic(velocity=(120, 0))
        >>> piston = esper.create_entity(Transform(20, 0), ram, Collider(Box(40, 40)))
        >>> @on(COLLISION_CRUSH)
        ... def crushed(event):
        ...     print(event.entities == (crate, piston), event.normal)
        ...
        >>> for _ in range(20):
        ...     esper.process(1 / 60)
        ...
        True Vec2(x=-1.0, y=0.0)
        >>> body.squeezed, ram.squeezed, place.x < 74.5
        (True, False, True)
        """
        if isinstance(self._rows, StagingBuffer):
            return False
        return self._rows.ints[self._at + self._fields["squeezed"]] == 1

    def wake(self) -> None:
        """Wake the body and its sleeping island before the next step."""
        self._rows.request_wake(self._at)

    def sleep(self) -> None:
        """Stop the body and let it sleep until something touches it or changes it."""
        if self.kind == "dynamic":
            self._rows.request_sleep(self._at)

    def _set_flag(self, flag: int, value: int) -> None:
        self._rows.bytes[8 * self._at + flag] = value
        self._rows.mark_changed(self._at)

    def _objects(self) -> dict[str, Any]:
        overrides = self._overrides
        return {"mass": overrides.mass, "inertia": overrides.inertia, "calls": self._waiting_calls()}

    def _take_objects(self, objects: dict[str, Any]) -> None:
        self._overrides = MassOverrides(objects["mass"], objects["inertia"])
        self._overrides.calls = objects["calls"]
