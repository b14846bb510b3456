"""The arrays of a world's shapes as queries read them, and the solid of a query."""

from __future__ import annotations

import math

from ...compile import inlined
from ..collide.core import BOX, POINT, Core
from ..math3d.bounds import Bounds3
from ..math3d.quaternion import Quaternion, Rotation, rotate, rotation_of
from ..math3d.vec3 import Vec3
from ..shapes import Shape3
from ..spatial.cuboid import Cuboid
from ..world.cores import IDENTITY, shape_core
from ..world.groups import QueryScene3
from ..world.state import World3

_ORIGIN = Vec3(0.0, 0.0, 0.0)
POINT_CORE = Core(POINT, 0, 0.0, _ORIGIN, _ORIGIN, IDENTITY)


def scene_of(world: World3) -> QueryScene3:
    """Return the arrays of a world as they are now."""
    shapes = world.shapes
    return QueryScene3(world.bodies.rows, shapes.rows, shapes.filters, shapes.fat, shapes.solids)


@inlined
def core_from(scene: QueryScene3, i: int, start: Vec3) -> Core:
    """Return shape i of the world, relative to a point: precision does not depend on where that is."""
    shape = scene.shapes[i]
    body = scene.bodies[shape.body]
    return shape_core(shape, body, Vec3(body.x - start.x, body.y - start.y, body.z - start.z))


def query_core(world: World3, shape: Shape3, orientation: Quaternion) -> Core:
    """Return the solid of a query, relative to its own origin; a hull's rows join those of the world."""
    (core,) = shape.cores
    span = world.shapes.spans_of([shape])[0] + core.span
    rotation: Rotation = IDENTITY if shape.upright else rotation_of(*orientation)
    return Core(core.form, span, core.radius, core.half, rotate(rotation, core.position), rotation)


def box_core(half: Vec3) -> Core:
    """Return an upright box around its own origin."""
    return Core(BOX, 0, 0.0, half, _ORIGIN, IDENTITY)


def cuboid_from(bounds: Bounds3) -> Cuboid:
    """Return a box as indices take it."""
    return Cuboid(*bounds.lower, *bounds.upper)


def cube_around(point: Vec3, reach: float) -> Cuboid:
    """Return the cube around a point that reaches so far along each axis."""
    if math.isinf(reach):
        return Cuboid(*[-math.inf] * 3, *[math.inf] * 3)
    half = Vec3(reach, reach, reach)
    return Cuboid(*(point - half), *(point + half))
