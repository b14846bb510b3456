"""The lists by which seams find covers are those of a fresh world, whatever came, went and moved before."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import esper
import pytest

import ecsphys
from ecsphys import Collider, Physics, RigidBody, Transform
from ecsphys.state import Snapshot
from tests.contacts.floors import BALL, BOX, FLAT, SIZE, TILE, clock, lay, put, row, state
from tests.fuzz.invariants import check_lists

MIDDLE = 3  # the tile on which the slider begins
STEPS = 3 if ecsphys.backend == "python" else 40

Change = Callable[[list[int]], None]


def renew(k: int) -> Change:
    """Delete a tile and lay it anew."""

    def change(tiles: list[int]) -> None:
        esper.delete_entity(tiles[k], immediate=True)
        (tiles[k],) = lay(row(TILE, 1, SIZE * k), friction=0.2)

    return change


def lift(k: int) -> Change:
    """Move a tile away for a step."""

    def change(tiles: list[int]) -> None:
        place = esper.component_for_entity(tiles[k], Transform)
        place.y = 500.0
        esper.process(1 / 60)
        place.y = 0.0

    return change


def make_kinematic(k: int) -> Change:
    """Let a tile be a kinematic body from now on."""
    return lambda tiles: esper.add_component(tiles[k], RigidBody("kinematic"))


def make_ghost(k: int) -> Change:
    """Let nothing meet a tile for a step."""

    def change(tiles: list[int]) -> None:
        collider = esper.component_for_entity(tiles[k], Collider)
        collider.mask = 0
        esper.process(1 / 60)
        collider.mask = -1

    return change


CHANGES = {
    "renew": renew(MIDDLE + 1),
    "lift": lift(MIDDLE + 2),
    "kinematic": make_kinematic(MIDDLE),
    "ghost": make_ghost(MIDDLE - 1),
}


def check_as_fresh(physics: Physics, sliders: list[int]) -> None:
    """A fresh world that takes the state over goes on with the same bits, from lists of its own."""
    check_lists(physics.world)
    snapshot = Snapshot.from_bytes(physics.snapshot().to_bytes())
    here = esper.current_world
    esper.process(1 / 60)
    expected = [state(slider) for slider in sliders]
    esper.switch_world(f"{here} after step {physics.step_count}")
    again = clock()
    again.restore(snapshot)
    check_lists(again.world)
    esper.process(1 / 60)
    assert [state(slider) for slider in sliders] == expected
    check_lists(again.world)
    esper.switch_world(here)


@pytest.mark.parametrize("order", list(itertools.permutations(CHANGES)), ids="-".join)
def test_neighbours_come_go_and_move_in_any_order(order: tuple[str, ...]) -> None:
    physics = clock()
    tiles = lay(row(TILE, 8), friction=0.2)
    sliders = [
        put(shape, SIZE * MIDDLE + 9 * k, FLAT, 60, friction=0.2) for k, shape in enumerate((BALL, BOX))
    ]
    esper.process(1 / 60)
    for name in order:
        CHANGES[name](tiles)
        for _ in range(2):
            esper.process(1 / 60)
        check_as_fresh(physics, sliders)


def test_lists_come_back_with_the_kinds_of_bodies() -> None:
    """A snapshot whose contacts have the same rows as now, but another of their bodies can be pushed."""
    physics = clock()
    tiles = lay(row(TILE, 2), friction=0.2)
    slider = put(BALL, 0.5 * SIZE, FLAT, 0)
    esper.process(1 / 60)
    snapshot = physics.snapshot()
    esper.component_for_entity(slider, RigidBody).kind = "kinematic"
    for tile in tiles:
        esper.add_component(tile, RigidBody())
    esper.process(1 / 60)
    check_lists(physics.world)
    physics.restore(snapshot)
    check_lists(physics.world)


def test_many_movers_on_many_tiles() -> None:
    """Lists grow with the contacts, and rows of removed ones are taken over by others."""
    physics = clock()
    lay(row(TILE, 40), friction=0.2)
    entities = [put(BALL, SIZE * (k + 0.5), FLAT + 30 * (k % 3), 50, friction=0.2) for k in range(30)]
    for step in range(STEPS):
        esper.process(1 / 60)
        check_lists(physics.world)
        if step % 4 == 2:
            esper.delete_entity(entities.pop(step % len(entities)), immediate=True)
