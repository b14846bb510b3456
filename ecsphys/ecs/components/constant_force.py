"""The component of bodies that a force pushes all the time."""

from __future__ import annotations

from typing import Never

from ...keywords import refuse_keywords
from ...limits import FORCE
from ...math2d import check
from ...math2d.vec2 import Pair, Vec2
from ...world.areas import CONSTANT_FORCE, CONSTANT_FORCE_FIELDS
from ..binding import Component, UnownedRows
from ..fields import Field, flag, real, truth
from .area_table import ConstantForces

_X, _Y = CONSTANT_FORCE_FIELDS["x"], CONSTANT_FORCE_FIELDS["y"]


def _torque(value: float, name: str) -> float:
    """Return a torque, checked."""
    return check.finite(value, name, FORCE)


class ConstantForce(Component, record=CONSTANT_FORCE, capacity=64):
    """A force at the centre of mass and a torque that act on a dynamic body in every step.

    Force in mass times length per second squared, torque in mass times length squared per second squared,
    counter-clockwise. With `local=True` the force turns with the body, within a step, too: a thruster. To
    change it, to add it or to take it away wakes the body.

    Raises `ValueError` or `TypeError` for what is no finite number, and a `local` other than True or False.

    >>> import esper
    >>> from ecsphys import ConstantForce, Physics, RigidBody, Transform
    >>> esper.add_processor(Physics())
    >>> body = RigidBody(mass=2)
    >>> rocket = esper.create_entity(Transform(), body, ConstantForce((0, 1200)))
    >>> for _ in range(60):
    ...     esper.process(1 / 60)
    ...
    >>> round(body.velocity.y, 6)  # force / mass * 1 s
    600.0
    """

    __slots__ = ()

    _rows: ConstantForces[ConstantForce] | UnownedRows

    def __init__(self, force: Pair = (0.0, 0.0), torque: float = 0.0, local: bool = False, **unknown: Never):
        if unknown:
            refuse_keywords(self, unknown)
        self._stage()
        self.force = force
        self.torque = torque
        self.local = local

    torque: Field[float, float] = real(
        "torque", _torque, "Torque, counter-clockwise.", words=CONSTANT_FORCE_FIELDS, notify="mark_changed"
    )
    local: Field[bool, bool] = flag(
        "local",
        "Whether the force turns with the body.",
        words=CONSTANT_FORCE_FIELDS,
        notify="mark_changed",
        check=truth,
    )

    @property
    def force(self) -> Vec2:
        """Force along x and y, in the body's frame if it is `local`."""
        reals, at = self._rows.reals, self._at
        return Vec2(reals[at + _X], reals[at + _Y])

    @force.setter
    def force(self, value: Pair) -> None:
        try:
            x, y = check.finite_pair(value, "force", FORCE)
        except ValueError as error:
            self._refuse(error)
        self._rows.reals[self._at + _X], self._rows.reals[self._at + _Y] = x, y
        self._rows.mark_changed(self._at)

    def __repr__(self) -> str:
        return f"ConstantForce({tuple(self.force)!r}, torque={self.torque!r}, local={self.local!r})"
