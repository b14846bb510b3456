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
from .rule import Round, Rule
from .tally import Tally
from .walkers import Walkers

__all__ = ["Round", "Rule", "all_rules"]


def all_rules(round: Round, on: set[int]) -> tuple[Rule, ...]:
    """In the order in which they run. `on` has the map's numbers of the plates and furnaces that are on."""
    return (
        Tally(round),
        Lifetimes(round),
        Gliding(round) if round.level.view == "top" else Movement(round),
        Aim(round),
        Weapons(round),
        Shots(round),
        Rockets(round),
        Grenades(round),
        Panes(round),
        Barrels(round),
        Drones(round),
        Walkers(round),
        Touch(round),
        Plates(round, on),
        Fire(round, on),
        Rails(round, on),
        Pickups(round),
        Places(round),
        Outside(round),
        Dying(round),
    )
