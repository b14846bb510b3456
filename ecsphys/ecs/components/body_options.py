"""The keywords of a RigidBody, the values that it holds beside its row, and what it warns of."""

from __future__ import annotations

from typing import Any, TypedDict

from ...limits import LARGEST
from ...math2d.check import one_of
from ...math2d.vec2 import Pair
from ...user_warnings import warn_user
from ...world.bodies import BODY_FLAGS, ContinuousMode
from ..fields import Field


class BodyOptions(TypedDict, total=False):
    """Keywords of `RigidBody`, for its class methods."""

    mass: float | None
    inertia: float | None
    velocity: Pair
    angular_velocity: float
    gravity_scale: float
    linear_damping: float
    angular_damping: float
    lock_rotation: bool
    lock_x: bool
    lock_y: bool
    continuous: ContinuousMode
    can_sleep: bool


class MassOverrides:
    """Mass and inertia given for a RigidBody, None: from the colliders; and calls that wait for a row."""

    __slots__ = ("calls", "inertia", "mass")

    def __init__(
        self,
        mass: float | None = None,
        inertia: Any = None,
        calls: tuple[tuple[str, tuple[Any, ...]], ...] = (),
    ):
        self.mass: float | None = mass
        self.inertia: Any = inertia  # in space an array (3, 3)
        self.calls: tuple[tuple[str, tuple[Any, ...]], ...] = calls

    def is_empty(self) -> bool:
        """Whether nothing is given and nothing waits."""
        return self.mass is None and self.inertia is None and not self.calls


NO_OVERRIDES = MassOverrides()  # shared by all bodies that were given neither


def lock(bit: int, doc: str, flag: int = BODY_FLAGS["locks"]) -> Field[bool, bool]:
    """Return a field that is one bit of the locks."""

    def get(self: Any) -> bool:
        return bool(self._rows.bytes[8 * self._at + flag] & bit)

    def put(self: Any, value: bool) -> None:
        locks = self._rows.bytes[8 * self._at + flag]
        self._set_flag(flag, locks | bit if value else locks & ~bit)

    return Field(get, put, doc=doc)


def number_of(value: str, numbers: dict[str, int], name: str) -> int:
    """Return the number of one of some strings."""
    try:
        return numbers[value]
    except (KeyError, TypeError):
        return numbers[one_of(value, numbers, name)]


def require_speed(argument: str, vx: float, vy: float, w: float) -> None:
    """Raise `ValueError` for an argument that leads to such a velocity."""
    if not (abs(vx) <= LARGEST and abs(vy) <= LARGEST and abs(w) <= LARGEST):
        raise ValueError(
            f"{argument} must lead to velocities from {-LARGEST:g} to {LARGEST:g}, got {(vx, vy)!r} and a "
            f"spin of {w!r}"
        )


def warn_of_static(name: str) -> None:
    """Warn of a velocity that a static body is given."""
    warn_user(
        f"{name} of a static body: it does not move until its kind is 'kinematic' (moved by its velocity "
        "alone) or 'dynamic'"
    )


def warn_of_no_effect(method: str, kind: str) -> None:
    """Warn of a force or an impulse on a body that none moves."""
    remedy = " or set its velocity" if kind == "kinematic" else ""
    warn_user(f"{method} has no effect on a {kind} body: make its kind 'dynamic'{remedy}")
