"""Nothing gains energy: random machines and piles that nothing drives, judged in closed form.

Each seed is a scene of a family, in turn. `energy_oracle` says what the rule is, and why; `energy_links` what
springs store. Seeds that fail today are counted in ENERGY.md, which may only lose some:

    python -m tests.fuzz.energy --ledger            recomputes; 1 where more fails than recorded
    python -m tests.fuzz.energy --save              writes what has become better
    python -m tests.fuzz.energy --save --raise WHY  … and what has become worse, with the reason
    python -m tests.fuzz.energy --peers             recomputes and writes the columns of Box2D and pymunk
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.fuzz.energy_contacts import (
    blobs,
    bouncing,
    brakes,
    bridges,
    carts,
    locked,
    overlap,
    pile,
    rollers,
    tangles,
)
from tests.fuzz.energy_machines import (
    braked,
    free,
    gears,
    hinges,
    kinematic,
    limits,
    loops,
    mixed,
    pulleys,
    rods,
    ropes,
    slides,
    slots,
    springs,
    welds,
)
from tests.fuzz.energy_oracle import Judge, Verdict
from tests.fuzz.energy_play import Played, start_of
from tests.fuzz.energy_scene import Scene
from tests.fuzz.energy_space import (
    PlayedInSpace,
    SpaceJudge,
    SpaceScene,
    space_bounces,
    space_overlaps,
    space_piles,
    space_rollers,
    start_in_space,
)

FAMILIES: tuple[Callable[[random.Random], Scene | SpaceScene], ...] = (
    hinges, welds, rods, slides, slots, limits, mixed, loops, free, ropes, springs, gears, pulleys, kinematic,
    braked, brakes, pile, rollers, bouncing, locked, overlap, tangles, carts, blobs, bridges, space_piles,
    space_rollers, space_bounces, space_overlaps,
)  # fmt: skip


def scene_of(seed: int) -> Scene | SpaceScene:
    """Return the scene of a seed."""
    return FAMILIES[seed % len(FAMILIES)](random.Random(seed))


def judged(seed: int) -> Verdict:
    """Play a seed in the current esper world; return what was seen."""
    return play(scene_of(seed))


def play(scene: Scene | SpaceScene) -> Verdict:
    """Play a scene in the current esper world; return what was seen."""
    if isinstance(scene, SpaceScene):
        return watch(PlayedInSpace(scene), SpaceJudge(scene, start_in_space(scene)))
    return watch(Played(scene), Judge(scene, start_of(scene)))


def watch(game: Any, judge: Judge) -> Verdict:
    """Step a scene to its end, or to where it cannot go on."""
    for _ in range(round(judge.scene.seconds * judge.scene.hz)):
        game.step()
        if not judge.see(game.state()):
            break
    return judge.end(game.state())


def run(seed: int) -> None:
    """Play the scene of this seed; raise `AssertionError` where it breaks the rule."""
    verdict = judged(seed)
    family = FAMILIES[seed % len(FAMILIES)].__name__
    assert not verdict.faults, f"{family}: " + "; ".join(verdict.faults.values())


if __name__ == "__main__":
    from tests.fuzz.energy_table import main

    main()
