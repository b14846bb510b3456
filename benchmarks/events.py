"""Measure the cost of a thousand begin events: `python -m benchmarks.events`.

CPU milliseconds of the end of a step, where events are sent: to a handler, to a typed handler and to the
entities' `Listener`s. Target: at most 2 ms each.
"""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Callable
from typing import Any

import esper

import ecsphys
from ecsphys import COLLISION_BEGIN, Circle, Collider, Listener, Physics, RigidBody, Transform, on

from .report import table

COUNT, STEPS, WARM = 1000, 40, 10
WANTED = 2.0  # ms
_worlds = itertools.count()


class Bullet:
    """Marks the first body of a pair."""


class Enemy:
    """Marks the second body of a pair."""


def pairs(physics: Physics, *more: Callable[[], Any]) -> list[Transform]:
    """Create overlapping pairs of discs; return the first disc of each, whose entity also gets `more`."""
    movers = []
    for k in range(COUNT):
        movers.append(Transform(100.0 * k, 0.0))
        own = [make() for make in more]
        esper.create_entity(movers[-1], RigidBody(can_sleep=False), Collider(Circle(10.0)), Bullet(), *own)
        other = Transform(100.0 * k + 15.0, 0.0)
        esper.create_entity(other, RigidBody(can_sleep=False), Collider(Circle(10.0)), Enemy())
    physics.step_once()
    return movers


def measure(receiver: str) -> float:
    """Return the milliseconds of the end of a step in which all pairs begin to touch."""
    esper.switch_world(f"events-{next(_worlds)}")
    physics = Physics(response=False)
    esper.add_processor(physics)
    heard: list[int] = []

    def hear(event: Any) -> None:
        heard.append(event.entity_a)

    def hear_typed(event: Any, a: int, b: int, bullet: Bullet, enemy: Enemy) -> None:
        heard.append(a)

    def hear_own(me: int, other: int, event: Any) -> None:
        heard.append(me)

    more = ()
    if receiver == "handler":
        esper.set_handler(COLLISION_BEGIN, hear)
    elif receiver == "typed handler":
        on(COLLISION_BEGIN, Bullet, Enemy)(hear_typed)
    else:
        more = (lambda: Listener(on_collision_begin=hear_own),)
    movers, spent = pairs(physics, *more), []
    end_step = physics.end_step

    def timed() -> None:
        start = time.process_time()
        end_step()
        spent.append(1e3 * (time.process_time() - start))

    physics.end_step = timed  # type: ignore[method-assign]
    heard.clear()
    for k in range(STEPS):
        for mover in movers:
            mover.y = 0.0 if k % 2 else 50.0
        physics.step_once()
    assert len(heard) == COUNT * STEPS // 2, "a begin was lost"
    return statistics.median(spent[WARM + 1 :: 2])


def main() -> None:
    """Print a table."""
    ecsphys.warm_up()
    receivers = ("handler", "typed handler", "Listener")
    rows = [[receiver, f"{measure(receiver):.2f}", f"{WANTED:g}"] for receiver in receivers]
    print(table([f"{COUNT:,} begins heard by", "ms", "wanted"], rows))


if __name__ == "__main__":
    main()
