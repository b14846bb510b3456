"""The game's own esper events: rules send them; other rules, sounds and effects handle them.

Each is dispatched with one argument, a `Signal`.
"""

from __future__ import annotations

from typing import NamedTuple

import esper

from ecsphys import Vec2


class Signal(NamedTuple):
    """Point of an event and, where they apply, its entity, kind and size (px)."""

    point: Vec2
    entity: int = 0
    kind: str = ""
    size: float = 0.0


JUMPED = "jumped"
LANDED = "landed"
DROPPED = "dropped"  # through a ledge
FIRED = "fired"  # kind: the weapon's name; point: the muzzle
EMPTY = "empty"  # no ammunition; kind: the weapon's name
WEAPON_CHOSEN = "weapon_chosen"  # kind: its name
RICOCHET = "ricochet"  # a pistol shot bounced off
SHOT_ENDED = "shot_ended"  # a pistol shot hit something and is gone
BEAM_ENDED = "beam_ended"  # the point is the laser beam's far end
REFLECTED = "reflected"  # the beam met a mirror
BOUNCED = "bounced"  # a grenade hit something
EXPLODED = "exploded"  # kind: rocket, grenade, barrel; size: the radius
SHATTERED = "shattered"  # glass; size: its length
ENEMY_HIT = "enemy_hit"  # kind: drone, walker
ENEMY_DOWN = "enemy_down"  # kind: drone, walker
PLAYER_HURT = "player_hurt"  # kind: drone, walker, lava, furnace, explosion, crushed
PLAYER_DOWN = "player_down"
PICKED_UP = "picked_up"  # kind: the pickup's
ROPE_CUT = "rope_cut"  # by a shot
GRABBED = "grabbed"  # the character holds a rope
SPLASHED = "splashed"  # the character dives into water
BURNT = "burnt"  # something (entity) in lava or the furnace
CHECKPOINT = "checkpoint"
PLATE_DOWN = "plate_down"
PLATE_UP = "plate_up"
FURNACE_FED = "furnace_fed"
DOOR_OPENS = "door_opens"
DOOR_SHUTS = "door_shuts"
LEVEL_WON = "level_won"


def send(name: str, point: Vec2, entity: int = 0, kind: str = "", size: float = 0.0) -> None:
    """Dispatch a signal in the current esper world."""
    esper.dispatch_event(name, Signal(point, entity, kind, size))
