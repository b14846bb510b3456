"""The record of a character in space: settings, intent, state from step to step, facts of the last step.

Fields that the plane's CHARACTER has, too, bear the same names: so the plane's timers work on both.
"""

from __future__ import annotations

import numpy as np

from ...character.records import CHARACTER_SETTINGS

MOST_PLANES = 12  # surfaces considered at once


def _vector(name: str) -> list[tuple[str, str]]:
    return [(f"{name}_{axis}", "f8") for axis in "xyz"]


# Eight bytes a field, the units of the plane's CHARACTER. Up is +y.
CHARACTER3 = np.dtype(
    [
        *CHARACTER_SETTINGS,
        ("wall_jump", "f8"),
        ("weight", "f8"),  # mass, negative: the body's
        ("body_mass", "f8"),
        ("strength", "f8"),
        # intent
        *_vector("want"),
        ("jump_speed", "f8"),
        ("jump_pressed", "i8"),
        ("jump_held", "i8"),
        ("launched", "i8"),
        # state
        ("vx", "f8"),  # velocity: on a floor horizontal and relative to it, else the world's
        ("vy", "f8"),
        ("vz", "f8"),
        ("rise", "f8"),  # upward velocity kept from the last platform
        ("coyote", "f8"),  # time left in which it may jump
        ("buffered", "f8"),  # time left in which a jump is buffered
        ("wall_grace", "f8"),  # this and the next two: of the plane's timers, which count them down
        ("lock", "f8"),
        ("air_jumped", "i8"),  # this and the next: as in the plane
        ("release_age", "f8"),
        ("dropping", "f8"),
        ("steep_time", "f8"),  # time left in which it counts as sliding down a slope
        ("steep_x", "f8"),  # horizontal part of the normal of that slope
        ("steep_z", "f8"),
        ("wall_x", "f8"),  # direction away from the wall last touched, horizontal
        ("wall_z", "f8"),
        ("cuttable", "i8"),  # 1: it rises from a jump that can be cut
        ("is_new", "i8"),  # 1: it was added or teleported since the last step
        *_vector("last"),  # position after the last step
        ("floor_body", "i8"),
        ("floor_proxy", "i8"),
        *_vector("foot"),  # where it touches the floor, relative to its origin
        *_vector("platform"),  # velocity of the floor at the foot
        ("load_entity", "i8"),  # the body that last felt its weight, 0: none
        ("load_body", "i8"),  # its row
        *_vector("load"),  # x and z: where it felt it, from its centre of mass; y: the force
        # facts of the last step; of the first three, steps before, too: see LAST_STEPS
        ("jumped", "i8"),
        ("landed", "i8"),
        ("crushed", "i8"),
        ("on_floor", "i8"),
        ("on_wall", "i8"),
        ("on_ceiling", "i8"),
        ("floor_entity", "i8"),  # 0: none
        ("floor_nx", "f8"),
        ("floor_ny", "f8"),
        ("floor_nz", "f8"),
        *_vector("real"),
        ("hits", "i8"),
        # of this step only
        ("first_hit", "i8"),  # row in HIT3
        ("own", "i8"),  # proxy of its shape
        ("neighbours", "i8"),  # number of proxies around it
        ("woken", "i8"),  # number of bodies that it woke
        ("max_push", "f8"),  # largest force on what it pushes
        ("below", "f8"),  # bounds of its shape along y, relative to its origin
        ("above", "f8"),
        ("width", "f8"),  # larger half of its bounds along x and z
    ]
)
CHARACTER3_FIELDS = {name: index for index, name in enumerate(CHARACTER3.names or ())}

# A surface touched in the last step; the point is in the world, the normal points to the character.
HIT3 = np.dtype(
    [
        ("entity", "i8"),
        ("proxy", "i8"),
        ("nx", "f8"),
        ("ny", "f8"),
        ("nz", "f8"),
        ("x", "f8"),
        ("y", "f8"),
        ("z", "f8"),
    ]
)
