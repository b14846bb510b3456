"""Contacts at the seams of shapes that touch flush: their covers are found, and ghost normals replaced.

A cover of a shape in its contact with another one is a neighbour that moves with it (of the same body, or
both cannot be pushed) and is solid to the other shape, too: it has a contact with it. The rules are those of
`collide.seam`. Nothing is stored: covers are searched anew where a contact reaches an end of a face, among
the other contacts of what can be pushed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .. import constants
from ..arrays import BodyRows, Ints, MoverLists, PointRows, Rows, ShapeRows, wide
from ..collide.bounds import core_bounds
from ..collide.chain import without_chain
from ..collide.manifold import CHAIN, INSIDE, Core, Manifold, origin
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
from ..math2d.vector import dot, negate, subtract
from ..spatial.filters import Rect, overlaps_rect
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
from ..world.areas import EFFECT
from ..world.bodies import BODY, DYNAMIC, KINEMATIC
from ..world.bodies import STATIC as BODY_STATIC
from ..world.contacts import PairTable
from ..world.state import World
from .mover_lists import list_of, next_in_list
from .one_way import is_one_way, solid_direction
from .table import TABLE, Table, table_of

BACK_FACE = 2  # mask of the second face of a segment, which a chain does not have
ALL_FACES = -1
RISE_TOLERANCE = 0.001  # of the slop
MARGIN = constants.SPECULATIVE / constants.SLOP  # in slops
LISTED = 2  # beside the parts of a tree
MOST_LISTED = 32  # contacts of a body with static shapes: a tree finds covers sooner than a longer list


class Scene(NamedTuple):
    """The arrays by which contacts are found: the tree of all proxies, bodies, shapes, and a table.

    From row `spare` of the point pools on there is room for the points of two shapes. `tests`: see
    `world.detection_counts`, `effects`: see `world.areas`.
    """

    tree: ProxyTree
    bodies: BodyRows
    proxies: Proxies
    table: Table
    spare: int
    tests: Ints
    effects: Rows


SCENE = group(Scene, PROXY_TREE, array(BODY), PROXIES, TABLE, INT, INTS, array(EFFECT))


def scene_of(world: World, pairs: PairTable, threads: int) -> Scene:
    """Return the arrays of a world and of a table of its contacts, with spare points for some threads."""
    shapes = world.shapes
    spare = shapes.reserve_scratch_points(2 * threads * shapes.max_points)  # first: it may move the arrays
    proxies, table, effects = proxies_of(world), table_of(pairs), world.influences.effects
    return new_tuple(
        Scene, (world.index.tree, world.bodies.rows, proxies, table, spare, world.tests, effects)
    )


def share_scene(scene: Scene, threads: int, max_points: int) -> list[Scene]:
    """Return views of a scene, each with a walk and spare points of its own, for threads."""
    trees = share_tree(scene.tree, threads)
    return [scene._replace(tree=tree, spare=scene.spare + 2 * k * max_points) for k, tree in enumerate(trees)]


class Side(NamedTuple):
    """A contact seen from shape i; `offset` leads from the origin of the world to that of the cores."""

    i: int
    j: int
    end: EndContact
    offset: Vec2


@inlined
def may_have_covers(bodies: BodyRows, shapes: ShapeRows, lists: MoverLists, i: int, j: int) -> bool:
    """Whether shape i may have covers in its contact with shape j.

    It is one of several of a body, or cannot be pushed and the list of shape j has more contacts than this.
    """
    body = bodies[shapes[i].body]
    if body.kind == DYNAMIC:
        return bool(shapes[i].next_shape != NONE or body.first_shape != i)
    first = next_in_list(lists, list_of(lists, j), j)
    return first != NONE and next_in_list(lists, first, j) != NONE


@inlined
def smooth_contact(
    scene: Scene, contact: Any, a: Core, b: Core, m: Manifold, x: float, y: float, slop: float
) -> Manifold:
    """Return a solid contact's manifold without ghost normals; `m` itself in nearly all cases.

    `b` is displaced by (x, y) from its pose, which is relative to body A's origin.
    """
    bodies, shapes, lists = scene.bodies, scene.proxies.shapes, scene.table.lists
    i, j = wide(contact.a), wide(contact.b)
    if contact.has_character == 1 or not (
        may_have_covers(bodies, shapes, lists, i, j) or may_have_covers(bodies, shapes, lists, j, i)
    ):
        return m
    return smooth_at_ends(scene, i, j, a, b, m, x, y, slop)


@kernel
def smooth_at_ends(
    scene: Scene, i: int, j: int, a: Core, b: Core, m: Manifold, x: float, y: float, slop: float
) -> Manifold:
    """Return the manifold of shapes i and j where one of them may have covers."""
    bodies, shapes, lists = scene.bodies, scene.proxies.shapes, scene.table.lists
    turned = scene.proxies.turned
    covers_a = may_have_covers(bodies, shapes, lists, i, j)
    covers_b = may_have_covers(bodies, shapes, lists, j, i)
    normal, opposed = Vec2(m.nx, m.ny), Vec2(-m.nx, -m.ny)
    body_a, body_b = bodies[shapes[i].body], bodies[shapes[j].body]
    t, o = without_chain(a), without_chain(b)
    end_a = EndContact(t, o, normal, rise_tolerance(body_a, m, slop), slop)
    end_b = EndContact(o, t, opposed, rise_tolerance(body_b, m, slop), slop)
    side_a = Side(i, j, end_a, Vec2(-body_a.x, -body_a.y))
    side_b = Side(j, i, end_b, Vec2(x - body_a.x, y - body_a.y))
    rises_a = covers_a and may_rise(scene, side_a)
    rises_b = covers_b and may_rise(scene, side_b)
    if not (rises_a or rises_b):
        return m
    at_a = covers_a and is_at_end(turned, a, b, normal, slop)
    at_b = covers_b and is_at_end(turned, b, a, opposed, slop)
    if not ((rises_a and at_a) or (rises_b and at_b)):
        return m
    common = common_bounds(turned, t, o)
    rect_a, rect_b = rect_in_world(common, side_a), rect_in_world(common, side_b)
    if not (
        (rises_a and at_a and is_refused(scene, side_a, rect_a))
        or (rises_b and at_b and is_refused(scene, side_b, rect_b))
    ):
        return m
    seam = NO_SEAM
    if at_a:
        seam = add_covers(scene, side_a, rect_a, seam)
    if at_b:
        seam = flip_seam(add_covers(scene, side_b, rect_b, flip_seam(seam)))
    return smooth_manifold(turned, t, o, m, seam, MARGIN * slop, slop)


@kernel
def may_rise(scene: Scene, s: Side) -> bool:
    """Whether a cover may refuse the normal of a contact.

    On level ground none does: no neighbour rises above the contact's plane, as boxes show at once.
    """
    if part_with_covers(scene.bodies, scene.proxies.shapes, s.i, s.j) != LISTED or s.end.t.form == INSIDE:
        return True
    t, normal, tight = s.end.t, s.end.normal, scene.proxies.tight
    top = top_along(scene.proxies.turned, t.first, t.count, normal) + t.radius
    top += dot(normal, subtract(origin(t), s.offset))
    limit = top + 0.5 * RISE_TOLERANCE * s.end.slop  # half: boxes are rounded
    row = list_of(scene.table.lists, s.j)
    while True:
        row = next_in_list(scene.table.lists, row, s.j)
        if row == NONE:
            return False
        k = other_shape(scene.table.contacts[row], s.j)
        x = tight[k, 2] if normal.x > 0.0 else tight[k, 0]
        y = tight[k, 3] if normal.y > 0.0 else tight[k, 1]
        if k != s.i and not normal.x * x + normal.y * y <= limit:  # it may be infinite, and this no number
            return True


@inlined
def rise_tolerance(body: Any, m: Manifold, slop: float) -> float:
    """Return by how much a cover of a body's shape must rise to refuse the normal of a contact.

    By the slop for two points of a body that can be pushed: it may rest on the faces of several shapes, a
    little askew.
    """
    return slop if m.count == 2 and body.kind == DYNAMIC else RISE_TOLERANCE * slop


@kernel
def common_bounds(points: PointRows, a: Core, b: Core) -> Rect:
    """Return what the bounds of two cores have in common; lower beyond upper where they are apart."""
    lx, ly, ux, uy = core_bounds(points, a)
    lower_x, lower_y, upper_x, upper_y = core_bounds(points, b)
    return Rect(max(lx, lower_x), max(ly, lower_y), min(ux, upper_x), min(uy, upper_y))


@inlined
def rect_in_world(common: Rect, s: Side) -> Rect:
    """Return, in the world, what the bounds of both cores have in common or between them, and a margin."""
    lx, ly = common.lx - s.offset.x, common.ly - s.offset.y
    ux, uy = common.ux - s.offset.x, common.uy - s.offset.y
    margin = MARGIN * s.end.slop
    return Rect(min(lx, ux) - margin, min(ly, uy) - margin, max(lx, ux) + margin, max(ly, uy) + margin)


class CoverWalk(NamedTuple):
    """A walk through the covers of a shape: part of the tree or LISTED, place there, the cover (or NONE)."""

    part: int
    place: WalkState
    cover: int


@inlined
def part_with_covers(bodies: BodyRows, shapes: ShapeRows, i: int, j: int) -> int:
    """Return where a walk through the covers of shape i in its contact with shape j begins.

    If shape i cannot be pushed they are among the contacts in the list of shape j, mostly a handful; the tree
    has them, too.
    """
    if bodies[shapes[i].body].kind == DYNAMIC:
        return MOBILE
    return LISTED if bodies[shapes[j].body].static_contacts <= MOST_LISTED else STATIC


@inlined
def start_covers(scene: Scene, s: Side) -> CoverWalk:
    """Begin a walk through the covers of a shape."""
    part = part_with_covers(scene.bodies, scene.proxies.shapes, s.i, s.j)
    if part == LISTED:
        return CoverWalk(LISTED, WalkState(0, list_of(scene.table.lists, s.j), NONE), NONE)
    return CoverWalk(part, start_rect(scene.tree, part), NONE)


@inlined
def next_cover(scene: Scene, s: Side, rect: Rect, walk: CoverWalk) -> CoverWalk:
    """Return the next cover near a rectangle; `cover` is NONE at the end."""
    if walk.part == LISTED:
        return next_listed(scene, s, rect, walk.place.slot)
    return next_in_tree(scene, s, rect, walk)


@inlined
def next_listed(scene: Scene, s: Side, rect: Rect, row: int) -> CoverWalk:
    """Return the next cover among the contacts of the other shape, after a row of its list."""
    table = scene.table
    while True:
        row = next_in_list(table.lists, row, s.j)
        if row == NONE:
            return CoverWalk(LISTED, WalkState(0, NONE, NONE), NONE)
        k = other_shape(table.contacts[row], s.j)
        if overlaps_rect(scene.proxies.fat, k, rect) and may_cover(scene, k, s):
            return CoverWalk(LISTED, WalkState(0, row, NONE), k)


@inlined
def other_shape(contact: Any, j: int) -> int:
    """Return the shape that has a contact with shape j."""
    return wide(contact.b) if contact.a == j else wide(contact.a)


@kernel
def next_in_tree(scene: Scene, s: Side, rect: Rect, walk: CoverWalk) -> CoverWalk:
    """Return the next cover of a walk through the tree."""
    part, place = walk.part, walk.place
    while True:
        place = next_in_rect(scene.tree, scene.proxies.fat, rect, place)
        if place.proxy == NONE:
            if part == MOBILE:
                return CoverWalk(part, place, NONE)
            part = MOBILE
            place = start_rect(scene.tree, part)
        elif may_cover(scene, place.proxy, s) and is_solid_to(scene.table, place.proxy, s.j):
            return CoverWalk(part, place, place.proxy)


@kernel
def cover_core(scene: Scene, s: Side, k: int) -> Core:
    """Return the core of a cover."""
    shape = scene.proxies.shapes[k]
    body = scene.bodies[shape.body]
    return without_chain(shape_core(shape, body.x + s.offset.x, body.y + s.offset.y))


@kernel
def is_refused(scene: Scene, s: Side, rect: Rect) -> bool:
    """Whether a cover near a rectangle refuses the normal of a contact."""
    walk = start_covers(scene, s)
    while True:
        walk = next_cover(scene, s, rect, walk)
        if walk.cover == NONE:
            return False
        if refuses_contact(scene.proxies.turned, s.end, cover_core(scene, s, walk.cover)):
            return True


@kernel
def add_covers(scene: Scene, s: Side, rect: Rect, seam: Seam) -> Seam:
    """Add to a seam what the covers near a rectangle close in a contact."""
    if scene.proxies.shapes[s.i].form == CHAIN:
        seam = Seam(
            seam.closed_a | BACK_FACE, seam.starts_a, seam.ends_a, ALL_FACES, seam.starts_b, seam.ends_b
        )
    walk = start_covers(scene, s)
    while True:
        walk = next_cover(scene, s, rect, walk)
        if walk.cover == NONE:
            return seam
        seam = add_cover(scene.proxies.turned, seam, s.end, cover_core(scene, s, walk.cover))


@kernel
def may_cover(scene: Scene, k: int, s: Side) -> bool:
    """Whether shape k is a cover in a contact, if it has a solid one with the other shape, too.

    A one-way shape is one only for what lies on its solid side, not much deeper than the slop.
    """
    bodies, shapes = scene.bodies, scene.proxies.shapes
    own, other, body = shapes[s.i].body, shapes[s.j].body, bodies[shapes[k].body]
    if k == s.i or shapes[k].body == other or body.skin > 0.0:
        return False
    if shapes[k].body != own and (body.kind == DYNAMIC or bodies[own].kind == DYNAMIC):
        return False
    if is_inside(bodies[other], body, bodies[own]):
        return False
    return not is_one_way(shapes[k]) or is_outside(scene, k, s.j, MARGIN * s.end.slop)


@inlined
def is_solid_to(table: Table, k: int, j: int) -> bool:
    """Whether two shapes have a solid contact."""
    row = lookup(table.contact_index, pair_key(k, j))
    return bool(row != MISSING and table.contacts[row].solid == 1)


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
