"""Filters and contact hooks decide about the impacts of bullets: once for a pair in a step."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import esper
import pytest

from ecsphys import Circle, Physics, RigidBody
from tests.acceptance.support import body, disc, physics, run, transform


def crowd(count: int = 60, speed: float = 9e3) -> list[int]:
    draw, size = random.Random(1), 25 * count**0.5
    return [
        disc(
            draw.uniform(0, size), draw.uniform(0, size), 6, continuous="bullet", restitution=1.0,
            velocity=(draw.uniform(-speed, speed), draw.uniform(-speed, speed)),
        )
        for _ in range(count)
    ]  # fmt: skip


def positions(entities: list[int]) -> list[tuple[float, float]]:
    return [(transform(entity).x, transform(entity).y) for entity in entities]


@pytest.mark.jit
@pytest.mark.parametrize("kind", ["filter", "hook"])
def test_a_pair_is_asked_once_a_step_and_acceptance_changes_nothing(kind: str) -> None:
    physics((0, 0))
    found = crowd()
    run(4)
    expected = positions(found)
    esper.clear_database()
    esper.remove_processor(Physics)
    asked: Counter[tuple[int, int]] = Counter()

    p = physics((0, 0))
    if kind == "filter":
        p.add_filter(lambda a, b: asked.update([(a, b)]) or True)
    else:
        p.add_contact_hook(lambda c: asked.update([(c.entity_a, c.entity_b)]))
    p.before_step(lambda dt: asked.clear())
    found = crowd()
    most = 0
    for _ in range(4):
        run(1)
        most = max([most, *asked.values()])
    assert positions(found) == expected
    # A hook sees a contact before the solver, too.
    assert most == 1 if kind == "filter" else 1 <= most <= 2


def test_a_refused_pair_is_asked_once_a_step() -> None:
    """The broad phase asks about most pairs, sweeps about the others, and about what is passed."""
    p, asked, most = physics((0, 0)), Counter[tuple[int, int]](), 0

    @p.add_filter
    def part(a: int, b: int) -> bool:
        asked[a, b] += 1
        return (a + b) % 3 != 0

    p.before_step(lambda dt: asked.clear())
    crowd()
    for _ in range(4):
        run(1)
        most = max([most, *asked.values()])
    assert most == 1


@pytest.mark.parametrize("kind", ["filter", "hook", "ignored"])
def test_refused_bullets_pass_through_one_another(kind: str) -> None:
    p = physics((0, 0))
    found = crowd(20)
    start = positions(found)
    if kind == "filter":
        p.add_filter(lambda a, b: False)
    elif kind == "hook":
        p.add_contact_hook(lambda c: c.drop())
    else:
        for k, a in enumerate(found):
            for b in found[k + 1 :]:
                p.ignore(a, b)
    velocities = [esper.component_for_entity(entity, RigidBody).velocity for entity in found]
    run(3)
    for (x, y), (x0, y0), (vx, vy) in zip(positions(found), start, velocities, strict=True):
        assert (x, y) == pytest.approx((x0 + 3 / 60 * vx, y0 + 3 / 60 * vy))


def test_a_hook_gives_an_impact_its_surface_for_the_whole_step() -> None:
    p = physics((0, 0))
    for x in (-20, 20):
        body(Circle(4), x, kind="static")
    ball = disc(0, 0, 4, velocity=(6000, 0), continuous="bullet")
    calls = []

    @p.add_contact_hook
    def elastic(contact: Any) -> None:
        calls.append(contact.entity_b)
        contact.restitution = 1.0

    run(1)
    assert abs(esper.component_for_entity(ball, RigidBody).velocity.x) == pytest.approx(6000)
    assert sorted(calls) == [ball, ball]  # once for each of both walls, for eight impacts
