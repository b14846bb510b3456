"""Contacts at the seams of shapes that touch flush: their covers are found, and ghost normals replaced.

A cover of a shape in its contact with another one is a neighbour that moves with it (of the same body, or
both cannot be pushed) and is solid to the other shape, too: it has a contact with it. The rules are those of
`collide.seam`. Nothing is stored: covers are searched anew where a contact reaches an end of a face.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .. import constants
from ..arrays import BodyRows, Ints, PointRows, ShapeRows
from ..collide.bounds import core_bounds
from ..collide.chain import without_chain
from ..collide.manifold import CHAIN, Core, Manifold
from ..collide.open_faces import smooth_manifold
from ..collide.seam import (
    NO_SEAM,
    EndContact,
    Seam,
    add_cover,
    flip_seam,
    is_at_end,
    refuses_contact,
    top_along,
)
from ..compile import INT, INTS, array, group, inlined, kernel
from ..math2d.vec2 import Vec2, new_tuple
from ..math2d.vector import negate
from ..spatial.filters import Rect
from ..spatial.pair_index import MISSING, lookup
from ..spatial.pair_keys import pair_key
from ..spatial.proxies import PROXIES, Proxies, proxies_of, shape_core
from ..spatial.walk import (
    MOBILE,
    NONE,
    PROXY_TREE,
    STATIC,
    ProxyTree,
    WalkState,
    next_in_rect,
    share_tree,
    start_rect,
)
from ..world.bodies import BODY, DYNAMIC, KINEMATIC
from ..world.bodies import STATIC as BODY_STATIC
from ..world.contacts import PairTable
from ..world.state import World
from .one_way import is_one_way, solid_direction
from .table import TABLE, Table, table_of

BACK_FACE = 2  # mask of the second face of a segment, which a chain does not have
ALL_FACES = -1
RISE_TOLERANCE = 0.001  # of the slop
MARGIN = constants.SPECULATIVE / constants.SLOP  # in slops


class Scene(NamedTuple):
    """The arrays by which contacts are found: the tree of all proxies, bodies, shapes, and a table.

    From row `spare` of the point pools on there is room for the points of two shapes. `tests`: see
    `world.detection_counts`.
    """

    tree: ProxyTree
    bodies: BodyRows
    proxies: Proxies
    table: Table
    spare: int
    tests: Ints


SCENE = group(Scene, PROXY_TREE, array(BODY), PROXIES, TABLE, INT, INTS)


def scene_of(world: World, pairs: PairTable, threads: int) -> Scene:
    """Return the arrays of a world and of a table of its contacts, with spare points for some threads."""
    shapes = world.shapes
    spare = shapes.reserve_scratch_points(2 * threads * shapes.max_points)  # first: it may move the arrays
    proxies, table = proxies_of(world), table_of(pairs)
    return new_tuple(Scene, (world.index.tree, world.bodies.rows, proxies, table, spare, world.tests))


def share_scene(scene: Scene, threads: int, max_points: int) -> list[Scene]:
    """Return views of a scene, each with a walk and spare points of its own, for threads."""
    trees = share_tree(scene.tree, threads)
    return [scene._replace(tree=tree, spare=scene.spare + 2 * k * max_points) for k, tree in enumerate(trees)]


@inlined
def may_have_covers(bodies: BodyRows, shapes: ShapeRows, i: int) -> bool:
    """Whether a shape may have neighbours that move with it: it cannot be pushed, or is one of several."""
    body = bodies[shapes[i].body]
    return bool(body.kind != DYNAMIC or shapes[i].next_shape != NONE or body.first_shape != i)


@inlined
def smooth_contact(
    scene: Scene, contact: Any, a: Core, b: Core, m: Manifold, x: float, y: float, slop: float
) -> Manifold:
    """Return a solid contact's manifold without ghost normals; `m` itself in nearly all cases.

    `b` is displaced by (x, y) from its pose, which is relative to body A's origin.
    """
    bodies, shapes = scene.bodies, scene.proxies.shapes
    if contact.has_character == 1 or not (
        may_have_covers(bodies, shapes, contact.a) or may_have_covers(bodies, shapes, contact.b)
    ):
        return m
    return smooth_at_ends(scene, contact.a, contact.b, a, b, m, x, y, slop)


@kernel
def smooth_at_ends(
    scene: Scene, i: int, j: int, a: Core, b: Core, m: Manifold, x: float, y: float, slop: float
) -> Manifold:
    """Return the manifold of shapes i and j where one of them may have covers."""
    bodies, shapes, turned = scene.bodies, scene.proxies.shapes, scene.proxies.turned
    normal, opposed = Vec2(m.nx, m.ny), Vec2(-m.nx, -m.ny)
    at_a = may_have_covers(bodies, shapes, i) and is_at_end(turned, a, b, normal, slop)
    at_b = may_have_covers(bodies, shapes, j) and is_at_end(turned, b, a, opposed, slop)
    if not (at_a or at_b):
        return m
    body_a, body_b = bodies[shapes[i].body], bodies[shapes[j].body]
    a, b = without_chain(a), without_chain(b)
    end_a = EndContact(a, b, normal, rise_tolerance(body_a, m, slop), slop)
    end_b = EndContact(b, a, opposed, rise_tolerance(body_b, m, slop), slop)
    offset_a, offset_b = Vec2(-body_a.x, -body_a.y), Vec2(x - body_a.x, y - body_a.y)
    if not (
        (at_a and is_refused(scene, i, j, end_a, offset_a))
        or (at_b and is_refused(scene, j, i, end_b, offset_b))
    ):
        return m
    seam = NO_SEAM
    if at_a:
        seam = add_covers(scene, i, j, end_a, seam, offset_a)
    if at_b:
        seam = flip_seam(add_covers(scene, j, i, end_b, flip_seam(seam), offset_b))
    return smooth_manifold(turned, a, b, m, seam, MARGIN * slop, slop)


@inlined
def rise_tolerance(body: Any, m: Manifold, slop: float) -> float:
    """Return by how much a cover of a body's shape must rise to refuse the normal of a contact.

    By the slop for two points of a body that can be pushed: it may rest on the faces of several shapes, a
    little askew.
    """
    return slop if m.count == 2 and body.kind == DYNAMIC else RISE_TOLERANCE * slop


class CoverWalk(NamedTuple):
    """A walk through the covers of a shape: part of the tree, place there, and the cover (or NONE)."""

    part: int
    place: WalkState
    cover: int


@kernel
def start_covers(scene: Scene, i: int, j: int) -> CoverWalk:
    """Begin a walk through the covers of shape i in its contact with shape j."""
    kind = scene.bodies[scene.proxies.shapes[i].body].kind
    few = scene.bodies[scene.proxies.shapes[j].body].static_contacts < 2  # the contact itself at most
    part = MOBILE if kind == DYNAMIC or (kind == BODY_STATIC and few) else STATIC
    return CoverWalk(part, start_rect(scene.tree, part), NONE)


@kernel
def next_cover(scene: Scene, i: int, j: int, rect: Rect, margin: float, walk: CoverWalk) -> CoverWalk:
    """Return the next cover of shape i near a rectangle; `cover` is NONE at the end."""
    part, place = walk.part, walk.place
    while True:
        place = next_in_rect(scene.tree, scene.proxies.fat, rect, place)
        if place.proxy == NONE:
            if part == MOBILE:
                return CoverWalk(part, place, NONE)
            part = MOBILE
            place = start_rect(scene.tree, part)
        elif is_cover(scene, place.proxy, i, j, margin):
            return CoverWalk(part, place, place.proxy)


@kernel
def cover_core(scene: Scene, k: int, offset: Vec2) -> Core:
    """Return the core of a cover; `offset` leads from the origin of the world to that of the cores."""
    shape = scene.proxies.shapes[k]
    body = scene.bodies[shape.body]
    return without_chain(shape_core(shape, body.x + offset.x, body.y + offset.y))


@kernel
def is_refused(scene: Scene, i: int, j: int, end: EndContact, offset: Vec2) -> bool:
    """Whether a cover of shape i refuses the normal of its contact with shape j."""
    margin = MARGIN * end.slop
    rect = common_rect(scene.proxies.turned, end, offset, margin)
    walk = next_cover(scene, i, j, rect, margin, start_covers(scene, i, j))
    while walk.cover != NONE:
        if refuses_contact(scene.proxies.turned, end, cover_core(scene, walk.cover, offset)):
            return True
        walk = next_cover(scene, i, j, rect, margin, walk)
    return False


@kernel
def add_covers(scene: Scene, i: int, j: int, end: EndContact, seam: Seam, offset: Vec2) -> Seam:
    """Add to a seam what the covers of shape i close in its contact with shape j."""
    if scene.proxies.shapes[i].form == CHAIN:
        seam = Seam(
            seam.closed_a | BACK_FACE, seam.starts_a, seam.ends_a, ALL_FACES, seam.starts_b, seam.ends_b
        )
    margin = MARGIN * end.slop
    rect = common_rect(scene.proxies.turned, end, offset, margin)
    walk = next_cover(scene, i, j, rect, margin, start_covers(scene, i, j))
    while walk.cover != NONE:
        seam = add_cover(scene.proxies.turned, seam, end, cover_core(scene, walk.cover, offset))
        walk = next_cover(scene, i, j, rect, margin, walk)
    return seam


@kernel
def common_rect(points: PointRows, end: EndContact, offset: Vec2, margin: float) -> Rect:
    """Return, in the world, what the bounds of both cores have in common or between them, and a margin."""
    lx, ly, ux, uy = core_bounds(points, end.t)
    lower_x, lower_y, upper_x, upper_y = core_bounds(points, end.o)
    lx, ly = max(lx, lower_x) - offset.x, max(ly, lower_y) - offset.y
    ux, uy = min(ux, upper_x) - offset.x, min(uy, upper_y) - offset.y
    return Rect(min(lx, ux) - margin, min(ly, uy) - margin, max(lx, ux) + margin, max(ly, uy) + margin)


@kernel
def is_cover(scene: Scene, k: int, i: int, j: int, depth: float) -> bool:
    """Whether shape k may be a cover of shape i in its contact with shape j.

    A one-way shape is one only for what lies on its solid side, no deeper than `depth`.
    """
    bodies, shapes, table = scene.bodies, scene.proxies.shapes, scene.table
    body = bodies[shapes[k].body]
    if k == i or shapes[k].body == shapes[j].body or body.skin > 0.0:
        return False
    if shapes[k].body != shapes[i].body and (body.kind == DYNAMIC or bodies[shapes[i].body].kind == DYNAMIC):
        return False
    if is_inside(bodies[shapes[j].body], body, bodies[shapes[i].body]):
        return False
    row = lookup(table.contact_index, pair_key(k, j))
    if row == MISSING or table.contacts[row].solid == 0:
        return False
    return not is_one_way(shapes[k]) or is_outside(scene, k, j, depth)


@inlined
def is_inside(body: Any, cover: Any, owner: Any) -> bool:
    """Whether a body is squeezed into a kinematic cover of a static owner: nothing but the owner stops it."""
    return bool(body.squeezed == 1 and cover.kind == KINEMATIC and owner.kind == BODY_STATIC)


@kernel
def is_outside(scene: Scene, k: int, j: int, depth: float) -> bool:
    """Whether shape j is on the solid side of one-way shape k, no deeper than `depth`."""
    bodies, shapes, turned = scene.bodies, scene.proxies.shapes, scene.proxies.turned
    a, b = shapes[k], shapes[j]
    body_a, body_b = bodies[a.body], bodies[b.body]
    solid = solid_direction(a, body_a.angle)
    top = top_along(turned, a.first, a.count, solid)
    bottom = -top_along(turned, b.first, b.count, negate(solid))
    gap = (body_b.x - body_a.x) * solid.x + (body_b.y - body_a.y) * solid.y
    return bool(bottom + gap - top - a.radius - b.radius >= -depth)
