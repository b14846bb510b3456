"""The numbers of the game: pixels, seconds, pixels per second."""

import math

TILE = 64.0  # the unit of level data

GRAVITY = -2000.0

# The character
BODY_HEIGHT, BODY_RADIUS = 92.0, 25.0
RUN_SPEED = 400.0
GROUND_ACCELERATION = 3600.0
AIR_ACCELERATION = 2400.0
STEEPEST = math.radians(53.0)  # a slope that one can stand on
JUMP_SPEED = 930.0  # rises 216 px: three tiles and a bit
JUMP_CUT = 0.45  # what is left of the rise when the key is let go early
COYOTE_TIME = 0.10  # jumping is still allowed this long after walking off a ledge
JUMP_BUFFER = 0.12  # a press this long before landing still counts
FALL_FACTOR = 1.35  # falling is faster than rising
FALL_SPEED = 1300.0
SNAP = 16.0  # walking downhill sticks to ground this near
CORNER_CORRECTION = 10.0  # a head that hits a corner is shifted past it, up to this far
LEDGE_FORGIVENESS = 10.0  # a ledge missed by no more than this is reached
PLAYER_HEALTH = 5
SAFE_TIME = 1.2  # no second wound so soon
KNOCK_BACK = (420.0, 380.0)

# Weapons
MUZZLE = 36.0  # from the body's centre
GUN_PAUSE = 0.16
SHOT_SPEED = 1300.0
SHOT_RADIUS = 6.0
SHOT_LIFE = 1.2
SHOT_DAMAGE = 1
LASER_PAUSE = 0.7
LASER_RANGE = 900.0
LASER_DAMAGE = 2
LASER_PUSH = 260.0  # px/s that a crate gains
BEAM_LIFE = 0.12

# Drones
DRONE_RADIUS = 24.0
DRONE_HEALTH = 3
DRONE_SPEED = 140.0
DRONE_CHASE_SPEED = 230.0
DRONE_ACCELERATION = 700.0
DRONE_SIGHT = 360.0
DRONE_STUN = 0.8  # after it has hurt somebody
DRONE_DAMAGE = 1

DOOR_SPEED = 170.0

GEM_SCORE = 100
DRONE_SCORE = 150
WIN_SCORE = 500
