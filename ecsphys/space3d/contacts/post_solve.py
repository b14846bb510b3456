"""Touches after the bodies moved, of contacts in which the solver saw none; see the plane's."""

from __future__ import annotations

from ...compile import REAL, entry, kernel
from ...world.contacts import HOOK_DROPPED, TRIGGER_CONTACT, UNKNOWN
from ...world.detection_counts import count_tests
from ..collide.dispatch import collide_cores
from ..collide.manifold import NO_VECTOR
from ..spatial.cuboid import rows_overlap
from ..world.cores import cores_of
from .manifold_rows import approach_speed, init_manifold, store_manifold
from .planes import is_with_mesh, stands_for_mesh
from .scene import SCENE3, Scene3
from .seams import smooth_contact


@entry(SCENE3, REAL)
def post_solve_touches3(scene: Scene3, slop: float) -> None:
    """Update `touching` of all contacts whose touch the solver left open, in the bodies' new poses."""
    find_touches(scene, slop)


@kernel
def find_touches(scene: Scene3, slop: float) -> None:
    """See `post_solve_touches3`."""
    table, shapes, exact = scene.table, scene.shapes, 0
    for row in range(table.counts[0].contacts):
        contact = table.contacts[row]
        if contact.hook_state == HOOK_DROPPED or (contact.solid == 1 and contact.touching == 1):
            continue
        if not rows_overlap(scene.tight, contact.a, contact.b):
            contact.touching = 0
            continue
        a, b = shapes[contact.a].body, shapes[contact.b].body
        if scene.bodies[a].awake + scene.bodies[b].awake == 0 and contact.touching != UNKNOWN:
            continue
        if is_with_mesh(shapes, contact) and not stands_for_mesh(scene, contact):
            continue
        exact += 1
        update_touch(scene, row, slop)
    count_tests(scene.tests, 0, 0, exact)


@kernel
def update_touch(scene: Scene3, row: int, slop: float) -> None:
    """Find out whether the shapes of a contact touch now, and store where.

    A character keeps one skin away from what it stands on: up to two it touches.
    """
    bodies, shapes, table = scene.bodies, scene.shapes, scene.table
    contact, manifold = table.contacts[row], table.manifolds[row]
    a, b = shapes[contact.a].body, shapes[contact.b].body
    is_new, margin = contact.touching != 1, 0.0
    if contact.has_character == 1 and contact.counted_as != TRIGGER_CONTACT:
        margin = 2.0 * max(bodies[a].skin, bodies[b].skin)
    contact.touching = 0
    core_a, core_b = cores_of(bodies, shapes, contact.a, contact.b)
    m = collide_cores(scene.solids, core_a, core_b, margin)
    if m.count == 0:
        return
    if contact.solid == 1:
        smooth = smooth_contact(scene, contact, core_a, core_b, m, NO_VECTOR, slop)
        m = smooth if smooth.count > 0 else m  # it does overlap
    init_manifold(contact, manifold, shapes)
    store_manifold(contact, manifold, m)
    contact.touching = 1
    manifold.impulse = 0.0
    manifold.time = -1.0
    manifold.speed = approach_speed(bodies, a, b, manifold)
    if is_new and contact.solid == 1 and manifold.speed <= 0.0:
        manifold.time = 1.0  # they graze each other now, and no longer approach
