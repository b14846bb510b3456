"""The same random scenes give the same bits: in each broad phase, with threads, in rows used before.

And without the coarse volumes of their colliders.

`python -m tests.fuzz.equality FIRST COUNT` prints a digest for each seed, the same in all back ends and with
each PYTHONHASHSEED (`test_equality.py`).
"""

from __future__ import annotations

import hashlib
import random
import sys
import warnings
from typing import Any
from unittest.mock import patch

import esper

from ecsphys import Box, Circle, Collider, RigidBody, Transform
from ecsphys.contacts import narrow_phase, post_solve
from ecsphys.parallel.thread_pool import ThreadPool
from ecsphys.world.checks import fingerprint
from tests.fuzz.acts import VOLUMES
from tests.fuzz.changes import options_of, plan_of
from tests.fuzz.game import Game
from tests.fuzz.runner import own_world

BROAD_PHASES = ("quadtree", "sweep_and_prune", "brute_force")
FRAMES = 25
USED = 1000  # entities that were there before


def _is_alone(pool: ThreadPool, rows: int, least: int) -> bool:
    return pool.threads == 1 or rows < 4


def _thread_count(pool: ThreadPool, rows: int, least: int) -> int:
    return 1 if _is_alone(pool, rows, least) else pool.threads


def log_of(seed: int, used: int = 0, volumes: bool = True, **changes: Any) -> list[str]:
    """Play a scene in a world of its own; return all that was heard, the bits of each frame, and failures."""
    given = options_of(seed)
    given["options"] |= changes
    with (
        own_world(f"equality {seed}"),
        # Worlds this small would be left to one thread; here every range of rows is shared out.
        patch.object(ThreadPool, "is_alone", _is_alone),
        patch.object(ThreadPool, "thread_count", _thread_count),
        patch.object(narrow_phase, "CONTACTS_PER_RANGE", 3),
        patch.object(post_solve, "CONTACTS_PER_RANGE", 3),
        patch.dict(VOLUMES, {"on": volumes}),
    ):
        game = Game(**given)
        if used:
            use_rows(game, used)
        game.log = []
        try:
            for frame in plan_of(seed)[:FRAMES]:
                game.frame(frame)
                game.log.append(fingerprint(game.physics))
        except Exception as error:
            game.log.append(f"{type(error).__name__} {error}")
        return game.log


def use_rows(game: Game, count: int) -> None:
    """Make entities, let them touch, and delete them in another order; the game does not hear of it."""
    handlers = dict(esper.event_registry)
    game.physics.reset()
    esper.event_registry.clear()
    rng = random.Random(count)
    made = [
        esper.create_entity(
            Transform(rng.uniform(-400, 400), rng.uniform(-400, 400)),
            RigidBody(),
            Collider(rng.choice((Circle(9), Box(20, 12), [Box(4, 4), Circle(3, (9, 0))]))),
        )
        for _ in range(count)
    ]
    rng.shuffle(made)
    for k, entity in enumerate(made):
        if k % 100 == 50:
            game.physics.step_once()
        esper.delete_entity(entity, immediate=True)
    game.physics.reset()
    esper.event_registry.update(handlers)
    game.wire()


def run(seed: int) -> None:
    """Compare a scene with itself under other settings that must not matter."""
    expected = log_of(seed, broad_phase=BROAD_PHASES[0])
    rng = random.Random(seed)
    for changes in (
        {"broad_phase": BROAD_PHASES[1]},
        {"broad_phase": BROAD_PHASES[2]},
        {"broad_phase": BROAD_PHASES[0], "threads": rng.randrange(2, 6)},
        {"broad_phase": BROAD_PHASES[0], "used": USED},
        {"broad_phase": BROAD_PHASES[0], "volumes": False},
    ):
        got = log_of(seed, **changes)
        for k, (one, two) in enumerate(zip([*expected, "its end"], [*got, "its end"], strict=False)):
            assert one == two, f"{changes}: entry {k} is {two!r}, was {one!r}"


def main(first: int, count: int) -> None:
    """Print a digest for each seed."""
    warnings.simplefilter("ignore")
    for seed in range(first, first + count):
        log = log_of(seed, threads=1 + seed % 5)
        print(seed, len(log), hashlib.sha256("\n".join(log).encode()).hexdigest()[:16])


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
