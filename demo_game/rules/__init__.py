"""The rules of the game: esper processors that run inside each physics step, and event handlers.

A file a feature. `all_rules` puts them in order.
"""

from __future__ import annotations

from .aim import Aim
from .arsenal import Weapons
from .barrels import Barrels
from .drones import Drones
from .enemies import Touch
from .fire import Fire
from .glass import Panes
from .grenades import Grenades
from .health import Dying
from .lifetime import Lifetimes
from .movement import Gliding, Movement
from .outside import Outside
from .pickups import Pickups
from .pistol import Shots
from .places import Places
from .plates import Plates
from .rails import Rails
from .rockets import Rockets
from .rule import Attempt, Rule
from .tally import Tally
from .walkers import Walkers

__all__ = ["Attempt", "Rule", "all_rules"]


def all_rules(attempt: Attempt, on: set[int]) -> tuple[Rule, ...]:
    """In the order in which they run. `on` has the map's numbers of the plates and furnaces that are on."""
    return (
        Tally(attempt),
        Lifetimes(attempt),
        Gliding(attempt) if attempt.level.top else Movement(attempt),
        Aim(attempt),
        Weapons(attempt),
        Shots(attempt),
        Rockets(attempt),
        Grenades(attempt),
        Panes(attempt),
        Barrels(attempt),
        Drones(attempt),
        Walkers(attempt),
        Touch(attempt),
        Plates(attempt, on),
        Fire(attempt, on),
        Rails(attempt, on),
        Pickups(attempt),
        Places(attempt),
        Outside(attempt),
        Dying(attempt),
    )
