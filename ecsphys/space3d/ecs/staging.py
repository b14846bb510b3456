"""Stage the rows of entities in space that enter or change; see `ecsphys.ecs.staging`."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...arrays import Ints
from ...compile import records
from ...contacts.table import world_rows_of
from ...ecs.components.body_options import NO_OVERRIDES
from ...ecs.components.layers import signed
from ...ecs.staging import copy_components
from ...world.bodies import STATIC
from ...world.body_store import Parts
from ..collide.core import MESH
from ..collide.mesh import MOST_PLANES
from ..math3d.quaternion import multiply, rotate, rotation_of
from ..shapes import Shape3
from ..world.bodies import BODY_FLAGS3, Bodies3
from ..world.placing import SHAPE_TEMPLATE3, place_bodies3, place_shapes3
from ..world.state import World3
from .body import Body3D
from .collider import Collider3D
from .mass import BodyMass, body_mass
from .transform import Transform3D

_KIND, _LOCKS = BODY_FLAGS3["kind"], BODY_FLAGS3["locks"]
_WITHOUT_BODY = Body3D.static()  # whose words an entity without Body3D gets

Template = tuple[int, Shape3, int]  # its row among the packed ones, its shape, its row of the shape's spans


class StagedEntities3:
    """Rows for entities, in the order in which they are added; those of equal colliders are packed once."""

    def __init__(self) -> None:
        self.entities: list[int] = []
        self.parts: list[Parts] = []
        self.deferred: list[Body3D] = []  # with calls that wait for a row
        self.disabled: list[int] = []  # entities whose collider is switched off
        self.shapes: list[Shape3] = []  # by shape to be added, like the next three
        self._spans: list[int] = []  # in the shape's own rows
        self._owners: list[int] = []  # index in `entities`
        self._templates: list[int] = []  # index in `_packed`
        self._packed: list[tuple[Any, ...]] = []
        self._shape_sources: tuple[Any, ...] = ()  # that the last entity's shapes are derived from
        self._last_templates: list[Template] = []
        self._mass_indices: list[int] = []  # index in `_masses`, by entity
        self._masses: list[BodyMass] = []
        self._mass_sources: tuple[Any, ...] = ()  # that the last of these is derived from

    def add(self, entity: int, parts: Parts, projectile: bool = False) -> None:
        """Stage the rows of an entity. Raises `ValueError` for a dynamic body without mass."""
        _, body, collider = parts
        kind, locks, overrides, shapes, settings = STATIC, 0, NO_OVERRIDES, None, None
        if body is not None:
            memory, at, overrides = body._rows.bytes, 8 * body._at, body._overrides
            kind, locks = memory[at + _KIND], memory[at + _LOCKS]
            if overrides.calls:
                self.deferred.append(body)
        if collider is not None:
            shapes, settings = collider._shapes, collider._settings
        mass_sources = shapes, id(settings), kind, locks, overrides.mass, id(overrides.inertia)
        if mass_sources != self._mass_sources:
            self._masses.append(body_mass(entity, kind, locks, body, collider))
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
        shape_sources = shapes, id(settings), projectile
        if shape_sources != self._shape_sources:
            self._last_templates = self._pack_shapes(collider, projectile)
            self._shape_sources = shape_sources
        for template, shape, span in self._last_templates:
            self.shapes.append(shape)
            self._spans.append(span)
            self._owners.append(number)
            self._templates.append(template)

    def _pack_shapes(self, collider: Collider3D, projectile: bool) -> list[Template]:
        """Pack a template for each core of a collider's shapes, in the body's frame and in reverse order."""
        settings, templates, shapes = collider._settings, list[Template](), collider._shapes
        cores = [
            (index, core, plane)
            for index, shape in enumerate(shapes)
            for core in shape.cores
            for plane in range(MOST_PLANES if core.form == MESH else 1)
        ]
        for index, core, plane in reversed(cores):
            upright = shapes[index].upright
            offset, turn = settings.offset + core.position, core.orientation
            if not upright:
                offset = settings.offset + rotate(rotation_of(*settings.orientation), core.position)
                turn = multiply(settings.orientation, core.orientation)
            packed = (
                core.radius, *core.half, *offset, *turn, settings.friction, settings.restitution, core.form,
                upright, plane, index, signed(settings.layer), signed(settings.mask),
                signed(settings.detect_mask), settings.group, settings.trigger, projectile,
            )  # fmt: skip
            templates.append((len(self._packed), shapes[index], core.span))
            self._packed.append(packed)
        return templates

    def place_bodies(self, bodies: Bodies3, rows: Ints) -> None:
        """Fill these rows of bodies; they have no shapes yet."""
        memory, places = np.frombuffer(bodies.bytes, np.int64), rows * bodies.width
        copy_components(memory, places, [parts[0] for parts in self.parts], Transform3D._staging.span)
        moving = [parts[1] if parts[1] is not None else _WITHOUT_BODY for parts in self.parts]
        copy_components(memory, places, moving, Body3D._staging.span)
        entities, masses = np.array(self.entities, np.int64), np.array(self._mass_indices, np.int64)
        place_bodies3(bodies.rows, rows, entities, masses, np.array(self._masses))

    def place_shapes(self, world: World3, rows: Ints) -> list[int]:
        """Add the shapes of these rows of bodies; returns the shapes' rows in the broad phase."""
        shapes = world.shapes
        new = shapes.take_many(len(self.shapes))
        for row, shape in zip(new, self.shapes, strict=True):
            shapes.shape_objects[row] = shape
        firsts = np.array(shapes.spans_of(self.shapes), np.int64)
        templates = records(len(self._packed), SHAPE_TEMPLATE3)
        templates[:] = self._packed
        places = np.column_stack((self._owners, self._templates, firsts + self._spans, new))
        triggers = place_shapes3(world_rows_of(world), rows, templates, places)
        world.has_triggers = world.has_triggers or triggers > 0
        proxies: list[int] = shapes.proxies_among(np.array(new, np.int64)).tolist()
        if len(proxies) < len(new):
            shapes.contacts_a_pair = MOST_PLANES
        return proxies
