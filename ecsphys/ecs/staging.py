"""Stage the rows of entities that enter or change: checked and packed before anything is written."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from struct import Struct
from typing import Any

import numpy as np

from ..arrays import Ints, Reals2, packing, words_of
from ..compile import records
from ..math2d.core import POINT, transform_rows
from ..shapes import Shape
from ..shapes.coarse import with_tolerance
from ..shapes.inside import inside_cores
from ..world.bodies import BODY_FLAGS, STATIC, WIDTH, Bodies, Parts
from ..world.placing import SHAPE_TEMPLATE, copy_words, place_bodies, place_shapes, pools_of
from ..world.state import World
from .components import Collider, RigidBody, Transform
from .components.body_options import NO_OVERRIDES
from .components.layers import signed
from .mass import BodyMass, body_mass

# Its row among the packed ones, its shape (None of a coarse volume), rows to reserve for its points.
Template = tuple[int, Shape | None, int]

_KIND, _LOCKS = BODY_FLAGS["kind"], BODY_FLAGS["locks"]
_TEMPLATE = Struct(packing(SHAPE_TEMPLATE))
_ROWS, _AT = attrgetter("_rows"), attrgetter("_at")
_ZERO = (0.0, 0.0)
_COARSE = -1  # in the place of the index of a shape
_WITHOUT_RIGID_BODY = RigidBody.static()  # whose words an entity without RigidBody gets


class StagedEntities:
    """Rows for entities, in the order in which they are added.

    Entities that enter together are often alike: the values that mass and shapes are derived from are
    compared with the last entity's, by `id` for objects that components hold, which `parts` keep alive.
    """

    def __init__(self) -> None:
        self.entities: list[int] = []
        self.parts: list[Parts] = []
        self.deferred: list[RigidBody] = []  # with calls that wait for a row
        self.disabled: list[int] = []  # entities whose collider is switched off
        self.shapes: list[Shape | None] = []  # by shape to be added, like the next three
        self._point_counts: list[int] = []
        self._owners: list[int] = []  # index in `entities`
        self._templates: list[int] = []  # index in `_packed`
        self._packed: list[bytes] = []
        self._points: list[Reals2] = []
        self._points_before = 0  # points of all templates so far
        self._shape_sources: tuple[Any, ...] = ()  # that the last entity's shapes are derived from
        self._last_templates: list[Template] = []
        self._mass_indices: list[int] = []  # index in `_masses`, by entity
        self._masses: list[BodyMass] = []
        self._mass_sources: tuple[Any, ...] = ()  # that the last of these is derived from

    def add(self, entity: int, parts: Parts, projectile: bool = False) -> None:
        """Stage the rows of an entity. Raises `ValueError` for a dynamic body without mass."""
        _, rigid, collider = parts
        kind, locks, overrides, shapes, settings = STATIC, 0, NO_OVERRIDES, None, None
        if rigid is not None:
            memory, at, overrides = rigid._rows.bytes, 8 * rigid._at, rigid._overrides
            kind, locks = memory[at + _KIND], memory[at + _LOCKS]
            if overrides.calls:
                self.deferred.append(rigid)
        if collider is not None:
            shapes, settings = collider._shapes, collider._settings
        mass_sources = id(shapes), id(settings), kind, locks, overrides.mass, overrides.inertia
        if mass_sources != self._mass_sources:
            self._masses.append(body_mass(entity, kind, locks, rigid, collider))
            self._mass_sources = mass_sources
        number = len(self.entities)
        self.entities.append(entity)
        self.parts.append(parts)
        self._mass_indices.append(len(self._masses) - 1)
        if settings is None:
            return
        if not settings.enabled:
            self.disabled.append(entity)
            return
        shape_sources = id(shapes), id(settings), projectile
        if shape_sources != self._shape_sources:
            self._last_templates = self._pack_shapes(collider, projectile)
            self._shape_sources = shape_sources
        for template, shape, point_count in self._last_templates:
            self.shapes.append(shape)
            self._point_counts.append(point_count)
            self._owners.append(number)
            self._templates.append(template)

    def _pack_shapes(self, collider: Collider, projectile: bool) -> list[Template]:
        """Pack a template for each core of a collider's shapes, in the body's frame and in reverse order.

        That of its coarse volume comes first.
        """
        settings, templates, shapes = collider._settings, list[Template](), collider._shapes
        side_x, side_y = settings.one_way or _ZERO
        cores = [(index, core) for index, shape in enumerate(shapes) for core in shape.cores]
        cores += inside_cores(shapes)
        volume = collider.coarse
        if volume is not None:
            cores.append((_COARSE, with_tolerance(volume, settings.offset)))
        for index, (form, points, radius) in reversed(cores):
            is_coarse = index == _COARSE
            shape = volume if volume is not None and is_coarse else shapes[index]
            if settings.angle != 0.0 or settings.offset != _ZERO:
                points = transform_rows(points, settings.offset, 0.0 if shape.upright else settings.angle)
            count = len(points)
            packed = _TEMPLATE.pack(
                self._points_before, form, count, radius, shape.upright, settings.friction,
                settings.restitution, settings.surface_speed, side_x, side_y, index,
                signed(settings.layer), signed(settings.mask), signed(settings.detect_mask),
                settings.group, settings.trigger, projectile, is_coarse,
            )  # fmt: skip
            # All circles around the origin share its row of the pool.
            at_origin = form == POINT and not points.any()
            if is_coarse:
                templates.append((len(self._packed), None, 1 + count))
            else:
                templates.append((len(self._packed), shape, 0 if at_origin else count))
            self._packed.append(packed)
            self._points.append(points)
            self._points_before += count
        return templates

    def place_bodies(self, bodies: Bodies, rows: Ints) -> None:
        """Fill these rows of bodies; they have no shapes yet."""
        memory, places = np.frombuffer(bodies.bytes, np.int64), rows * WIDTH
        transforms = [parts[0] for parts in self.parts]
        rigids = [parts[1] if parts[1] is not None else _WITHOUT_RIGID_BODY for parts in self.parts]
        copy_components(memory, places, transforms, Transform._staging.span)
        copy_components(memory, places, rigids, RigidBody._staging.span)
        joined, hung = (bodies.rows.view(np.ndarray)[name] for name in ("joined", "hung"))
        joined[rows] = hung[rows] = 0  # the joints of this world set them
        entities, masses = np.array(self.entities, np.int64), np.array(self._mass_indices, np.int64)
        place_bodies(bodies.rows, rows, entities, masses, np.array(self._masses))

    def place_shapes(self, world: World, rows: Ints) -> list[int]:
        """Add the shapes of these rows of bodies; returns the shapes' rows."""
        shapes, count = world.shapes, len(self.shapes) - self.shapes.count(None)
        new = shapes.take_many(count)
        numbers = new
        if count < len(self.shapes):
            unused = iter(new)
            numbers = [-1 if shape is None else next(unused) for shape in self.shapes]
        firsts = shapes.reserve_points(self._point_counts)
        templates = records(len(self._packed), SHAPE_TEMPLATE)
        words_of(templates)[0][:] = b"".join(self._packed)
        places = np.column_stack((self._owners, self._templates, firsts, numbers))
        points = np.concatenate(self._points)
        triggers = place_shapes(world.bodies.rows, rows, templates, points, places, pools_of(shapes))
        world.has_triggers = world.has_triggers or triggers > 0
        for row, shape in zip(numbers, self.shapes, strict=True):
            if shape is not None:
                shapes.shape_objects[row] = shape
        return new


def copy_components(memory: Ints, places: Ints, components: Iterable[Any], span: tuple[int, int]) -> None:
    """Copy the words of components to rows that begin at these places."""
    start = 0
    for rows, group in groupby(components, _ROWS):
        source = np.fromiter(map(_AT, group), np.int64)
        end = start + len(source)
        copy_words(memory, places[start:end], np.frombuffer(rows.bytes, np.int64), source, *span)
        start = end
