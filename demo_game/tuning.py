"""The numbers of the game, in pixels, seconds, pixels per second and points of health."""

import math

TILE = 64.0  # the width of a map's tile

GRAVITY = -2000.0

# The character
BODY_HEIGHT, BODY_RADIUS = 92.0, 25.0
CROUCH_HEIGHT = 56.0  # fits under one tile
RUN_SPEED = 360.0
CROUCH_SPEED = 150.0
GROUND_ACCELERATION = 3600.0
AIR_ACCELERATION = 2400.0
STEEPEST = math.radians(53.0)  # the steepest slope to stand on
JUMP_SPEED = 930.0  # rises 216 px: three tiles and a bit
JUMP_CUT = 0.45  # share of the upward speed left when the key is released early
COYOTE_TIME = 0.10  # jumping is still allowed this long after walking off a ledge
JUMP_BUFFER = 0.12  # a press this long before landing still counts
FALL_FACTOR = 1.35  # falling is faster than rising
FALL_SPEED = 1300.0
SNAP = 16.0  # walking downhill sticks to ground this near
CORNER_CORRECTION = 10.0  # a head that hits a corner is shifted past it, up to this far
LEDGE_FORGIVENESS = 10.0  # a ledge missed by no more than this is reached
WALL_SLIDE = 240.0  # largest falling speed against a wall
WALL_JUMP = 420.0  # away from the wall
WALL_JUMP_LOCK = 0.16
STRENGTH = 4.0e6  # px mass / s²: pushes two crates, not three
DROP_TIME = 0.22  # s in which a ledge lets the character through
PLAYER_HEALTH = 100.0
SAFE_TIME = 1.0  # s after a hit in which no other hit counts
KNOCK_BACK = (420.0, 380.0)
CRUSH_DAMAGE = 40.0

# Weapons
MUZZLE = 36.0  # from the body's centre
PISTOL_PAUSE, PISTOL_SPEED, PISTOL_RADIUS, PISTOL_RANGE = 0.2, 1500.0, 5.0, 1500.0
PISTOL_DAMAGE, PISTOL_RICOCHETS, PISTOL_BOUNCE, PISTOL_SPREAD = 20.0, 1, 0.8, 0.012
PISTOL_PUSH = 60.0  # px/s that a crate gains
LASER_PAUSE, LASER_RANGE, LASER_DAMAGE, LASER_MIRRORS = 0.6, 1600.0, 45.0, 6
LASER_PUSH = 260.0
BEAM_LIFE = 0.14
ROCKET_PAUSE, ROCKET_SPEED, ROCKET_RADIUS, ROCKET_RANGE = 0.9, 900.0, 8.0, 2200.0
GRENADE_PAUSE, GRENADE_SPEED, GRENADE_RADIUS, GRENADE_FUSE = 0.7, 780.0, 9.0, 1.6
GRENADE_LIFT = 180.0  # added to the upward speed of a throw


class Blasts:
    """Explosions: radius, damage at the centre."""

    ROCKET = (190.0, 110.0)
    GRENADE = (170.0, 90.0)
    BARREL = (220.0, 100.0)


BLAST_IMPULSE = 20_000.0  # at the centre, per px of outline: a crate there gains 900 px/s
BLAST_PUSH = 900.0  # px/s that a character at the centre gains
BLAST_BREAKS = 6000.0  # speed of a hit that does the same to a pane at the centre
BLAST_LIFE = 0.35
BLAST_SELF = 0.35  # share of the damage taken by the shooter

# Enemies
DRONE_RADIUS, DRONE_HALF = 20.0, 10.0  # a lying capsule
DRONE_HEALTH, DRONE_SPEED, DRONE_CHASE_SPEED = 60.0, 130.0, 210.0
DRONE_ACCELERATION, DRONE_SIGHT, DRONE_DAMAGE = 700.0, 420.0, 14.0
WALKER_HEIGHT, WALKER_RADIUS = 80.0, 24.0
WALKER_HEALTH, WALKER_SPEED, WALKER_CHASE_SPEED = 80.0, 80.0, 190.0
WALKER_SIGHT, WALKER_DAMAGE = 460.0, 20.0
STUN = 0.8  # s without attack after an enemy has dealt damage

# Things
CRATE_DENSITY, CUBE_DENSITY, BARREL_DENSITY, PLANK_DENSITY = 0.35, 0.5, 0.3, 0.4
BARREL_SIZE = (44.0, 60.0)
BARREL_HIT = 750.0  # speed of a hit that lights it
BARREL_FUSE = 0.12
SHARDS, SHARD_LIFE = 7, 1.4
TOP_DAMPING = 5.0  # 1/s, of things in top view

# Joints
BOARD_DENSITY, BALL_DENSITY, CART_DENSITY = 0.4, 2.0, 0.4
BOARD_DAMPING = 0.6  # 1/s
ROPE_THICKNESS, ROPE_DENSITY, ROPE_DAMPING = 8.0, 3.0, 2.0
ROPE_LINK, SWING_LINK = 96.0, 32.0  # ropes that hold something; ropes to hang on
CART_WHEEL = 0.42  # radius, of a tile
CART_PATIENCE = 1.0  # s that a cart drives on without the character
CART_HERTZ, CART_DAMPING_RATIO, CART_ACCELERATION = 5.0, 0.7, 500.0

# The character on ropes and in water
REACH = 34.0  # px from the hands to a rope
HANDS = 30.0  # px above the centre
GRAB_PAUSE = 0.4  # s after it let go
SWING_ACCELERATION = 4000.0
ROPE_JUMP = 700.0
SWIM_ACCELERATION = 1700.0
SWIM_DAMPING = 4.0  # 1/s
WATER_DENSITY, SWIM_DENSITY = 0.5, 0.45
DIVE = 12.0  # px of the centre below the surface at which it begins to swim
WATER_JUMP, WATER_JUMP_DEPTH = 820.0, 52.0  # px of the centre below the surface from where it can leap

# Places
DOOR_SPEED = 260.0
LAVA_TICK = 0.25
MEDKIT = 40.0

GEM_SCORE, DRONE_SCORE, WALKER_SCORE, WIN_SCORE = 100, 150, 200, 500
