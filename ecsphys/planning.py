"""What the rows of entities that come or stay are to say: checked and packed before anything is written."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ._jit import records
from .components import Collider, RigidBody
from .components.rigid_body import NewMotion
from .components.row import NewRow
from .components.transform import NewPose
from .mass import BodyMass, body_mass
from .math2d.core import ROUND, placed
from .shapes import Shape
from .world.layout import BODY, PIECE, WHOLE
from .world.placing import BODY_ROW, PIECE_ROW
from .world.registry import Parts
from .world.state import words_of

# Form, number of points, radius, whether it is upright, which shape of its collider, the shape, the points,
# and for how many of them it needs room.
Core = tuple[int, int, float, bool, int, Shape, bytes, int]


class Plans:
    """Rows for up to `room` entities, in the order in which they are added.

    Entities that come together are often alike, so what followed from the last one's shapes is kept, known by
    the `id` of these; `parts` keep them alive.
    """

    def __init__(self, room: int):
        self.entities: list[int] = []
        self.parts: list[Parts] = []
        self.bodies = records(room, BODY)
        self.made: list[Shape] = []  # by piece, like the next three
        self.counts: list[int] = []  # of points that need room
        self._pieces: list[bytes] = []
        self._points: list[bytes] = []
        self.waiting: list[RigidBody] = []  # those that were told something before they had a row
        self.disabled: list[int] = []  # entities whose collider is switched off
        self._memory = words_of(self.bodies)[0]
        self._weighed: tuple[Any, ...] = ()  # what the last mass follows from
        self._mass: BodyMass
        self._placed: tuple[Any, ...] = ()  # what the last cores follow from
        self._cores: list[Core]

    def add(self, entity: int, parts: Parts, projectile: bool = False) -> None:
        """Pack what an entity's rows are to say.

        Raises `ValueError` for a dynamic body without mass.
        """
        transform, rigid, collider = parts
        x, y, angle, old_x, old_y, old_angle = _words(transform, NewPose)
        (
            vx, vy, w, kind, fx, fy, torque, gravity, linear, angular, locks, target, sweep, sleeps, _, _, _
        ) = _STILL if rigid is None else _words(rigid, NewMotion)  # fmt: skip
        if rigid is None or collider is None:
            mass = body_mass(entity, kind, locks, rigid, collider)
        else:
            mass = self._mass_of(entity, kind, locks, rigid, collider)
        m, inertia, inverse_m, inverse_i, center_x, center_y, reach, thin = mass
        number = len(self.entities)
        BODY_ROW.pack_into(
            self._memory, number * BODY_ROW.size,
            entity, x, y, angle, vx, vy, w, kind, inverse_m, inverse_i, center_x, center_y, fx, fy, torque,
            gravity, linear, angular, locks, target, old_x, old_y, old_angle, reach, thin, sweep, sleeps, m,
            inertia,
        )  # fmt: skip
        self.entities.append(entity)
        self.parts.append(parts)
        if rigid is not None and rigid._pending:
            self.waiting.append(rigid)
        if collider is not None:
            if collider._enabled:
                self._add_pieces(number, collider, projectile)
            else:
                self.disabled.append(entity)

    def _mass_of(self, entity: int, kind: int, locks: int, rigid: RigidBody, collider: Collider) -> BodyMass:
        """What a body weighs that has both components."""
        follows_from = (
            id(collider._shapes), collider._density, collider._offset, collider._angle, kind, locks,
            rigid._mass, rigid._inertia,
        )  # fmt: skip
        if follows_from != self._weighed:
            self._mass = body_mass(entity, kind, locks, rigid, collider)
            self._weighed = follows_from
        return self._mass

    def _add_pieces(self, number: int, collider: Collider, projectile: bool) -> None:
        """A piece for each core of a collider, the last one first."""
        follows_from = id(collider._shapes), collider._offset, collider._angle
        if follows_from != self._placed:
            self._cores = _cores(collider)
            self._placed = follows_from
        side_x, side_y = collider._one_way or _NO_SIDE
        for form, count, radius, upright, index, shape, points, room in self._cores:
            packed = PIECE_ROW.pack(
                number, form, count, radius, upright, collider._friction, collider._restitution,
                collider._surface_speed, side_x, side_y, index, collider._layer, collider._mask,
                collider._detect_mask, collider._group, collider._trigger, projectile,
            )  # fmt: skip
            self._pieces.append(packed)
            self._points.append(points)
            self.counts.append(room)
            self.made.append(shape)

    def pieces(self, firsts: list[int]) -> npt.NDArray[Any]:
        """All pieces as rows of PIECE, whose points are to begin at these rows of the pool."""
        rows = records(len(self._pieces), PIECE)
        words_of(rows)[0][:] = b"".join(self._pieces)
        rows["first"] = firsts
        return rows

    def points(self) -> npt.NDArray[np.float64]:
        """The points of all pieces, one row each."""
        return np.frombuffer(bytearray().join(self._points)).reshape(-1, 4)


_NO_SIDE = (0.0, 0.0)


def _cores(collider: Collider) -> list[Core]:
    """The cores of a collider's shapes in the entity's frame, the last one first."""
    offset, angle = collider._offset, collider._angle
    in_place = angle == 0.0 and offset == _NO_SIDE
    found: list[Core] = []
    for index in reversed(range(len(collider._shapes))):
        shape = collider._shapes[index]
        for form, points, radius in reversed(shape.cores):
            if not in_place:
                points = placed(points, offset, 0.0 if shape.upright else angle)
            count = len(points)
            room = 0 if form == ROUND and not points.any() else count  # the origin has room already
            found.append((form, count, radius, shape.upright, index, shape, points.tobytes(), room))
    return found


def _words(part: Any, kind: type[NewRow]) -> list[Any]:
    """What a component's row says, in the order of `kind.words`."""
    rows = part._rows
    if type(rows) is kind and rows:
        return rows
    at, reals, ints = part._at, rows.reals, rows.ints
    return [(ints if word in WHOLE else reals)[at + word] for word in kind.words]


_STILL = _words(RigidBody.static(), NewMotion)  # what an entity without RigidBody does
