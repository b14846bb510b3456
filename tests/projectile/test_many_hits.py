"""Any number of hits in a step: none is lost, none comes twice."""

from __future__ import annotations

import esper
import pytest

from ecsphys import Box, Circle, Collider, Transform
from tests.projectile.shots import BOTH, RADIUS, Range, shot


@BOTH
@pytest.mark.parametrize("count", [17, 100])
def test_it_pierces_a_row_in_one_step(mode: str, count: int) -> None:
    play = Range()
    row = [esper.create_entity(Transform(20 + 10 * k, 0), Collider(Circle(4))) for k in range(count)]
    place, _, projectile = shot((1e6, 0), mode=mode, pierce=count)
    play.run(1)
    assert [hit.entity for hit in play.hits] == row and projectile.pierce == 0
    assert place.x == pytest.approx(1e6 / 60)
    assert [hit.time for hit in play.hits] == sorted(hit.time for hit in play.hits)


@BOTH
def test_what_overlaps_is_pierced_once_each(mode: str) -> None:
    play = Range()
    heap = [esper.create_entity(Transform(100 + k, 0), Collider(Circle(50))) for k in range(30)]
    _, _, projectile = shot((900, 0), mode=mode, pierce=99)
    play.run(20)
    assert sorted(hit.entity for hit in play.hits) == heap and projectile.pierce == 69


@BOTH
def test_it_ricochets_many_times_in_one_step(mode: str) -> None:
    play = Range()
    left, right = (
        esper.create_entity(Transform(x, 0), Collider(Box(10, 90), restitution=1)) for x in (-55, 55)
    )
    _, _, projectile = shot((1e6, 0), mode=mode, ricochet=10**6)
    play.run(1)
    width = 100 - (2 * RADIUS if mode == "swept" else 0)
    count = int(1e6 / 60 / width + 0.5)
    assert [hit.entity for hit in play.hits] == ([right, left] * count)[:count]
    assert projectile.distance == pytest.approx(1e6 / 60)


def test_many_projectiles_with_many_hits() -> None:
    play = Range()
    for k in range(40):
        esper.create_entity(Transform(30 + 20 * k, 0), Collider(Box(4, 1000)))
    for k in range(20):
        shot((1e5, 0), (0, 10 * k), pierce=100, mode="ray" if k % 2 else "swept")
    play.run(1)
    assert len(play.hits) == 20 * 40
