"""A player for machines without one: flies at the other ship and fires."""

from __future__ import annotations

import esper

from ecsphys import Transform

from .components import Buttons
from .field import Field

_SIGHT = 0.2  # sine of the angle within which it fires


def choose(field: Field, player: int, frame: int) -> Buttons:
    """Return what the player's pilot holds in a frame."""
    own, other = (esper.component_for_entity(field.ships[k], Transform) for k in (player, 1 - player))
    aim = own.world_to_local(other.position)
    side = aim.y / max(1.0, aim.length)
    buttons = Buttons(0)
    if abs(side) > 0.08 or aim.x < 0.0:
        buttons |= Buttons.LEFT if side > 0.0 else Buttons.RIGHT
    if aim.length > 260.0 or (frame // 40 + player) % 3 == 0:
        buttons |= Buttons.THRUST
    if abs(side) < _SIGHT and aim.x > 0.0:
        buttons |= Buttons.FIRE
    return buttons
