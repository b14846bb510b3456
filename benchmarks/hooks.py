"""Measure the cost of hooks: `python -m benchmarks.hooks` (needs numba), CPU milliseconds per step.

A contact hook on some 5,000 contacts of circles in a heap, and a filter of as many pairs at once. Minimum of
some steps.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import esper
import numba

from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform

STEPS = 30


class Crate:
    """Marks every other circle."""


def lower(contact: Any) -> None:
    """Halve the friction of a contact."""
    contact.friction = 0.5 * contact.friction


def always(a: int, b: int) -> bool:
    """Let all pairs collide."""
    return a != b


def heap() -> Physics:
    """Create 2,400 circles packed between walls, with some 5,000 contacts."""
    esper.switch_world(f"heap {time.perf_counter_ns()}")
    physics = Physics(gravity=(0, -900), sleeping=False)
    esper.add_processor(physics)
    for x, y, width, height in ((0, -20, 2000, 40), (-820, 500, 40, 1200), (820, 500, 40, 1200)):
        esper.create_entity(Transform(x, y), Collider(Box(width, height)))
    for i in range(2400):
        parts = [Crate()] if i % 2 else []
        position = Transform(-784 + 32 * (i % 50) + 0.1 * (i // 50 % 2), 15.9 + 31.9 * (i // 50))
        esper.create_entity(position, RigidBody(), Collider(Circle(16)), *parts)
    for _ in range(30):
        physics.step_once()
    return physics


def milliseconds(call: Callable[[], object], times: int = STEPS) -> float:
    """Return the CPU time of the fastest of some calls."""
    best = float("inf")
    for _ in range(times):
        begin = time.process_time()
        call()
        best = min(best, time.process_time() - begin)
    return 1e3 * best


def main() -> None:
    """Print a table."""
    physics = heap()
    solid = physics.world.solid
    contacts = solid.contacts[: solid.contact_count]
    print(f"{solid.contact_count} contacts, {int((contacts['count'] > 0).sum())} of them with points")
    hooks = physics.hooks.contact_hooks
    ways: dict[str, tuple[Any, ...]] = {
        "python": (lower,),
        "python, scoped": (lower, Crate),
        "compiled": (numba.njit(lower),),
        "compiled, scoped": (numba.njit(lower), Crate),
    }
    for name, (hook, *types) in ways.items():
        physics.add_contact_hook(hook, *types)
        print(f"contact hook, {name}: {milliseconds(lambda: hooks.run(late=False)):.2f} ms")
        physics.remove_contact_hook(hook)
    print(f"whole step without hooks: {milliseconds(physics.step_once):.2f} ms")
    for name, ask in {"python": always, "compiled": numba.njit(always)}.items():
        physics.add_filter(ask)

        def again() -> None:
            physics.refilter()
            physics.hooks.pair_filters.update((), physics.step_count)

        print(f"filter of all pairs, {name}: {milliseconds(again):.2f} ms")
        physics.remove_filter(ask)


if __name__ == "__main__":
    main()
