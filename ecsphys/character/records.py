"""The record of a character: settings, intent, state from step to step, and facts of the last step."""

from __future__ import annotations

from typing import Literal

import numpy as np

NONE = -1

GROUNDED, FLOATING = 0, 1
Mode = Literal["grounded", "floating"]
MODES: tuple[Mode, ...] = ("grounded", "floating")

# How two characters that meet act on each other; the larger number of the two decides.
BLOCK, PUSH, PASS = 0, 1, 2
Meeting = Literal["block", "push", "pass"]
MEETINGS: tuple[Meeting, ...] = ("block", "push", "pass")

# Part of a platform's velocity that a character keeps on leaving it.
KEEP_ALL, KEEP_UPWARD, KEEP_NOTHING = 0, 1, 2
Leaving = Literal["add", "add_upward", "nothing"]
LEAVINGS: tuple[Leaving, ...] = ("add", "add_upward", "nothing")

MOST_HITS = 8  # surfaces recorded a step
MOST_PLANES = 8  # surfaces considered in resolving overlaps
LAST_STEPS = (1 << 62) - 1  # bits of what happened in the last steps: 1 for the last one, 2 for that before

# What the records of characters begin with, in the plane and in space. Eight bytes a field. Lengths are in
# the game's unit, times in seconds, velocities in units per second.
CHARACTER_SETTINGS = [
    ("entity", "i8"),  # FREE when unused
    ("body", "i8"),  # row in BODY, NONE while the entity has none
    # settings; a negative length stands for the default, which scales with `length_unit`
    ("mode", "i8"),
    ("max_slope", "f8"),  # radians
    ("min_floor", "f8"),  # cosine of `max_slope`: the least y of a floor's normal
    ("step_height", "f8"),
    ("snap", "f8"),
    ("skin", "f8"),
    ("constant_speed", "i8"),
    ("acceleration", "f8"),
    ("friction", "f8"),
    ("air_acceleration", "f8"),
    ("air_friction", "f8"),
    ("terminal_speed", "f8"),
    ("coyote_time", "f8"),
    ("jump_buffer", "f8"),
    ("jump_cut", "f8"),
    ("air_jumps", "i8"),
]
SETTING_FIELDS = {name: index for index, (name, _) in enumerate(CHARACTER_SETTINGS)}

CHARACTER = np.dtype(
    [
        *CHARACTER_SETTINGS,
        ("corner_correction", "f8"),
        ("ledge_forgiveness", "f8"),
        ("wall_slide", "f8"),
        ("wall_jump", "f8"),
        ("wall_jump_lock", "f8"),
        ("on_leave", "i8"),
        ("meets", "i8"),
        ("weight", "f8"),  # mass, negative: the body's
        ("body_mass", "f8"),
        ("strength", "f8"),
        ("pushable", "i8"),
        # intent
        ("want_x", "f8"),
        ("want_y", "f8"),
        ("jump_speed", "f8"),
        ("jump_pressed", "i8"),
        ("jump_held", "i8"),
        ("launched", "i8"),
        ("dropping", "f8"),  # time left in which one-way platforms do not hold it
        # state
        ("vx", "f8"),  # velocity in the air or floating
        ("vy", "f8"),
        ("along", "f8"),  # speed along the floor, positive towards +x
        ("drift", "f8"),  # velocity along x kept from the last platform
        ("rise", "f8"),  # velocity along y kept from it
        ("coyote", "f8"),  # time left in which it may jump
        ("buffered", "f8"),  # time left in which a jump is buffered
        ("wall_grace", "f8"),  # time left in which it may jump off the wall
        ("lock", "f8"),  # time left without control after a wall jump
        ("air_jumped", "i8"),  # jumps in the air since it last was on a floor
        ("release_age", "f8"),  # time since the last `release_jump`, at most BUTTON_UP
        ("cuttable", "i8"),  # 1: it rises from a jump that can be cut
        ("wall_x", "f8"),  # x of the normal of the wall last touched
        ("steep_x", "f8"),  # x of the normal of the slope that it slides down, 0 without
        ("steep_time", "f8"),  # time left in which it counts as sliding without a touch
        ("is_new", "i8"),  # 1: it was added or teleported since the last step
        ("last_x", "f8"),  # position after the last step
        ("last_y", "f8"),
        ("floor_body", "i8"),
        ("floor_proxy", "i8"),
        ("foot_x", "f8"),  # point of its core nearest the floor, relative to its origin
        ("foot_y", "f8"),
        ("platform_vx", "f8"),
        ("platform_vy", "f8"),
        ("held_down", "i8"),  # 1: its platform rose, and something kept it from rising along
        ("load_entity", "i8"),  # the body that last felt its weight, 0: none
        ("load_body", "i8"),  # its row
        ("load_x", "f8"),  # where it felt it, from its centre of mass
        ("load", "f8"),
        ("pushed_entity", "i8"),  # the body that it pushes, 0: none; the rest as in `push`
        ("push_age", "i8"),  # steps since it pushed that body
        ("push_speed", "f8"),  # of the body, when it was pushed
        ("push_change", "f8"),  # of speed that the push would make of a free body
        ("push_loss", "f8"),  # part of it that friction takes
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
        ("real_vx", "f8"),
        ("real_vy", "f8"),
        ("hits", "i8"),
        # of this step only
        ("first_hit", "i8"),  # row in HIT
        ("own", "i8"),  # proxy of its shape
        ("neighbours", "i8"),  # number of proxies around it
        ("woken", "i8"),  # number of bodies that it woke
        ("max_push", "f8"),  # largest force on what it pushes
        ("carry_x", "f8"),  # displacement by its platform
        ("carry_y", "f8"),
        ("radius", "f8"),
        ("left", "f8"),  # bounds of its shape, relative to its origin
        ("below", "f8"),
        ("right", "f8"),
        ("above", "f8"),
        ("pushed_x", "f8"),  # displacement by dynamic bodies
        ("pushed_y", "f8"),
        ("soft_x", "f8"),  # displacement by dynamic bodies and other characters
        ("soft_y", "f8"),
    ]
)
CHARACTER_FIELDS = {name: index for index, name in enumerate(CHARACTER.names or ())}

# A surface touched in the last step; the point is in the world, the normal points to the character.
HIT = np.dtype([("entity", "i8"), ("proxy", "i8"), ("nx", "f8"), ("ny", "f8"), ("x", "f8"), ("y", "f8")])
