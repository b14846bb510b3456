"""What happened, as esper events: rules tell, and rules, sounds and effects listen.

Each is sent with one argument, the point where it happened.
"""

JUMPED = "jumped"
LANDED = "landed"
GUN_FIRED = "gun_fired"
SHOT_ENDED = "shot_ended"  # a projectile hit something
LASER_FIRED = "laser_fired"  # the point is the beam's far end
ENEMY_HIT = "enemy_hit"
ENEMY_DOWN = "enemy_down"
PLAYER_HURT = "player_hurt"
PLAYER_DOWN = "player_down"
GEM_TAKEN = "gem_taken"
DOOR_UNLOCKED = "door_unlocked"
LEVEL_WON = "level_won"
