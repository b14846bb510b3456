"""Fill rows of bodies and shapes in space: Python packs the values, kernels write them."""

from __future__ import annotations

import numpy as np

from ...arrays import FREE, BodyRows, Ints, Ints2, Reals2, Rows
from ...compile import INTS, REALS2, array, entry
from ...contacts.table import WorldRows
from ...world.bodies import DYNAMIC, KINEMATIC, STATIC
from ...world.placing import fill_filter
from .center import save_pose
from .groups import WORLD_ROWS3
from .records import BODY3
from .waking import is_moving

# Fields of SHAPE3 and FILTER that come from a collider: one row for each core of each different collider.
SHAPE_TEMPLATE3 = np.dtype(
    [
        *((name, "f8") for name in ("radius", "half_x", "half_y", "half_z")),
        *((f"offset_{name}", "f8") for name in ("x", "y", "z", "qw", "qx", "qy", "qz")),
        ("friction", "f8"),
        ("restitution", "f8"),
        *((name, "i8") for name in ("form", "upright", "plane", "index", "layer", "mask", "detect_mask")),
        ("group", "i8"),
        ("trigger", "i8"),
        ("projectile", "i8"),
    ]
)


@entry(array(BODY3), INTS, INTS, INTS, REALS2)
def place_bodies3(bodies: BodyRows, rows: Ints, entities: Ints, mass_rows: Ints, masses: Reals2) -> None:
    """Fill the fields of bodies that do not come from components: awake where they move, and without shapes.

    `mass_rows` is the row of `masses` for each body: see `ecs.mass`.
    """
    for k in range(len(rows)):
        row, m = rows[k], mass_rows[k]
        body = bodies[row]
        body.entity = entities[k]
        body.lost = 0
        body.joined = 0
        body.hung = 0
        body.first_shape = FREE
        body.mass = masses[m, 0]
        body.inverse_mass = masses[m, 1]
        body.ixx, body.iyy, body.izz = masses[m, 2], masses[m, 3], masses[m, 4]
        body.ixy, body.ixz, body.iyz = masses[m, 5], masses[m, 6], masses[m, 7]
        body.jxx, body.jyy, body.jzz = masses[m, 8], masses[m, 9], masses[m, 10]
        body.jxy, body.jxz, body.jyz = masses[m, 11], masses[m, 12], masses[m, 13]
        body.center_x, body.center_y, body.center_z = masses[m, 14], masses[m, 15], masses[m, 16]
        body.reach = masses[m, 17]
        body.half_width = masses[m, 18]
        body.static_contacts = 0
        body.trigger_contacts = 0
        body.rest_time = 0.0
        body.rest_speed = 0.0
        body.stay_time, body.way_x, body.way_y, body.way_z = 0.0, 0.0, 0.0, 0.0
        body.turn_x, body.turn_y, body.turn_z = 0.0, 0.0, 0.0
        body.next_in_island = row
        body.skin = 0.0
        body.carried_vx, body.carried_vy, body.carried_vz = 0.0, 0.0, 0.0
        body.floor = 0
        body.awake = 1 if body.kind == DYNAMIC or (body.kind == KINEMATIC and is_moving(body)) else 0
        if body.awake == 0:
            save_pose(body)  # bodies at rest are not interpolated
        if body.kind == STATIC:
            body.vx, body.vy, body.vz = 0.0, 0.0, 0.0
            body.wx, body.wy, body.wz = 0.0, 0.0, 0.0


@entry(WORLD_ROWS3, INTS, array(SHAPE_TEMPLATE3), array(np.int64, 2))
def place_shapes3(world: WorldRows, rows: Ints, templates: Rows, places: Ints2) -> int:
    """Fill shapes from templates; each becomes the first of its body. Returns the number of triggers.

    The columns of `places`: index in `rows` of its body, row of its template, its span in the world's
    solids, and the shape's row.
    """
    triggers = 0
    for k in range(len(places)):
        row, i = rows[places[k, 0]], places[k, 3]
        template = templates[places[k, 1]]
        body, shape = world.bodies[row], world.shapes[i]
        shape.body = row
        shape.next_shape = body.first_shape
        body.first_shape = i
        shape.index = template.index
        shape.span = places[k, 2]
        shape.form = template.form
        shape.enlarged = 2
        shape.upright = template.upright
        shape.plane = template.plane
        shape.radius = template.radius
        shape.half_x, shape.half_y, shape.half_z = template.half_x, template.half_y, template.half_z
        shape.offset_x, shape.offset_y = template.offset_x, template.offset_y
        shape.offset_z, shape.offset_qw = template.offset_z, template.offset_qw
        shape.offset_qx, shape.offset_qy = template.offset_qx, template.offset_qy
        shape.offset_qz = template.offset_qz
        shape.friction = template.friction
        shape.restitution = template.restitution
        shape.surface_speed = 0.0
        shape.one_way_x, shape.one_way_y = 0.0, 0.0
        fill_filter(world.filters[i], template, body, row)
        triggers += template.trigger
    return int(triggers)
