"""The rules of the game: esper processors that run inside each physics step, and event handlers.

One file per feature; `all_rules` lists them in order.
"""

from __future__ import annotations

from .aim import Aim
from .arsenal import Weapons
from .barrels import Barrels
from .carts import Carts
from .checkpoints import Checkpoints
from .drones import Drones
from .enemies import ContactDamage
from .fire import Fire
from .glass import Panes
from .grabbing import Grabbing
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
from .ropes import Ropes
from .rule import Rule, Run
from .swimming import Swimming
from .tally import Tally
from .walkers import Walkers

__all__ = ["Rule", "Run", "all_rules"]


def all_rules(run: Run) -> tuple[Rule, ...]:
    """Return all rules in the order in which they run."""
    return (
        Checkpoints(run),
        Tally(run),
        Grabbing(run),
        Lifetimes(run),
        *((Gliding(run),) if run.level.top_down else (Ropes(run), Swimming(run), Movement(run))),
        Carts(run),
        Aim(run),
        Weapons(run),
        Shots(run),
        Rockets(run),
        Grenades(run),
        Panes(run),
        Barrels(run),
        Drones(run),
        Walkers(run),
        ContactDamage(run),
        Plates(run),
        Fire(run),
        Rails(run),
        Pickups(run),
        Places(run),
        Outside(run),
        Dying(run),
    )
