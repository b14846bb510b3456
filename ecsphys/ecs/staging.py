"""What the rows of entities that come or stay are to say: checked and packed before anything is written."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from struct import Struct
from typing import Any

import numpy as np
import numpy.typing as npt

from ..arrays import Ints, packing, words_of
from ..compile import records
from ..math2d.core import POINT, transform_rows
from ..shapes import Shape
from ..world.bodies import BODY_FLAGS, MOTION, POSES, STATIC, WIDTH, Bodies, Parts
from ..world.placing import SHAPE_TEMPLATE, copy_words, place_bodies, place_shapes, pools_of
from ..world.state import World
from .components import Collider, RigidBody
from .components.layers import signed
from .components.motion import NO_OVERRIDES
from .mass import BodyMass, body_mass

Piece = tuple[int, Shape, int]  # its number, the shape, for how many points it needs room

_KIND, _LOCKS = BODY_FLAGS["kind"], BODY_FLAGS["locks"]
_PIECE = Struct(packing(SHAPE_TEMPLATE))
_ROWS, _AT = attrgetter("_rows"), attrgetter("_at")
_NO_SIDE = (0.0, 0.0)
_STILL = RigidBody.static()  # what an entity without RigidBody does


class StagedEntities:
    """Rows for entities, in the order in which they are added.

    Entities that come together are often alike: what an entity's mass and shapes follow from is compared with
    the last one's, by `id` where that is known by components, which `parts` keep alive.
    """

    def __init__(self) -> None:
        self.entities: list[int] = []
        self.parts: list[Parts] = []
        self.waiting: list[RigidBody] = []  # those that were told something before they had a row
        self.disabled: list[int] = []  # entities whose collider is switched off
        self.made: list[Shape] = []  # by shape to be added, like the next three
        self._rooms: list[int] = []  # for how many points
        self._owners: list[int] = []  # which one of the entities
        self._pieces: list[int] = []  # which one of what is packed
        self._packed: list[bytes] = []
        self._points: list[npt.NDArray[np.float64]] = []
        self._point_count = 0
        self._follow_from: tuple[Any, ...] = ()  # what the last entity's shapes follow from
        self._last_pieces: list[Piece] = []
        self._weights: list[int] = []  # by entity: which one of the masses is its own
        self._masses: list[BodyMass] = []
        self._weighed: tuple[Any, ...] = ()  # what the last of these follows from

    def add(self, entity: int, parts: Parts, projectile: bool = False) -> None:
        """Note what an entity's rows are to say.

        Raises `ValueError` for a dynamic body without mass.
        """
        _, rigid, collider = parts
        kind, locks, told, shapes, traits = STATIC, 0, NO_OVERRIDES, None, None
        if rigid is not None:
            memory, at, told = rigid._rows.bytes, 8 * rigid._at, rigid._overrides
            kind, locks = memory[at + _KIND], memory[at + _LOCKS]
            if told.calls:
                self.waiting.append(rigid)
        if collider is not None:
            shapes, traits = collider._shapes, collider._settings
        weighed = id(shapes), id(traits), kind, locks, told.mass, told.inertia
        if weighed != self._weighed:
            self._masses.append(body_mass(entity, kind, locks, rigid, collider))
            self._weighed = weighed
        number = len(self.entities)
        self.entities.append(entity)
        self.parts.append(parts)
        self._weights.append(len(self._masses) - 1)
        if traits is None:
            return
        if not traits.enabled:
            self.disabled.append(entity)
            return
        follow_from = id(shapes), id(traits), projectile
        if follow_from != self._follow_from:
            self._last_pieces = self._pieces_of(collider, projectile)
            self._follow_from = follow_from
        for piece, shape, room in self._last_pieces:
            self.made.append(shape)
            self._rooms.append(room)
            self._owners.append(number)
            self._pieces.append(piece)

    def _pieces_of(self, collider: Collider, projectile: bool) -> list[Piece]:
        """A packed row for each core of a collider's shapes in the entity's frame, the last one first."""
        traits, found = collider._settings, list[Piece]()
        side_x, side_y = traits.one_way or _NO_SIDE
        for index in reversed(range(len(collider._shapes))):
            shape = collider._shapes[index]
            for form, points, radius in reversed(shape.cores):
                if traits.angle != 0.0 or traits.offset != _NO_SIDE:
                    points = transform_rows(points, traits.offset, 0.0 if shape.upright else traits.angle)
                count = len(points)
                packed = _PIECE.pack(
                    self._point_count, form, count, radius, shape.upright, traits.friction,
                    traits.restitution, traits.surface_speed, side_x, side_y, index, signed(traits.layer),
                    signed(traits.mask), signed(traits.detect_mask), traits.group, traits.trigger, projectile,
                )  # fmt: skip
                # The origin has room already.
                found.append((len(self._packed), shape, 0 if form == POINT and not points.any() else count))
                self._packed.append(packed)
                self._points.append(points)
                self._point_count += count
        return found

    def place_bodies(self, bodies: Bodies, rows: Ints) -> None:
        """Fill these rows of bodies; they have no shapes yet."""
        memory, places = np.frombuffer(bodies.bytes, np.int64), rows * WIDTH
        _copy(memory, places, [parts[0] for parts in self.parts], POSES)
        _copy(memory, places, [parts[1] if parts[1] is not None else _STILL for parts in self.parts], MOTION)
        entities, weights = np.array(self.entities, np.int64), np.array(self._weights, np.int64)
        place_bodies(bodies.rows, rows, entities, weights, np.array(self._masses))

    def place_shapes(self, world: World, rows: Ints) -> list[int]:
        """Add the shapes of these rows of bodies; returns their own rows."""
        shapes = world.shapes
        new = shapes.take_many(len(self.made))
        firsts = shapes.reserve_points(self._rooms)
        pieces = records(len(self._packed), SHAPE_TEMPLATE)
        words_of(pieces)[0][:] = b"".join(self._packed)
        places = np.column_stack((self._owners, self._pieces, firsts, new))
        points = np.concatenate(self._points)
        triggers = place_shapes(world.bodies.rows, rows, pieces, points, places, pools_of(shapes))
        world.has_triggers = world.has_triggers or triggers > 0
        for row, shape in zip(new, self.made, strict=True):
            shapes.shape_objects[row] = shape
        return new


def _copy(memory: Ints, places: Ints, parts: Iterable[Any], span: tuple[int, int]) -> None:
    """Copy the words of components to rows that begin at these places."""
    start = 0
    for rows, alike in groupby(parts, _ROWS):
        source = np.fromiter(map(_AT, alike), np.int64)
        end = start + len(source)
        copy_words(memory, places[start:end], np.frombuffer(rows.bytes, np.int64), source, *span)
        start = end
