"""Nothing gains energy where bodies move by other rules either: other integrators, fields, areas.

Joints once had no budget in such worlds, and gained up to 18,000 falls.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import esper
import pytest

from ecsphys import AABB, Area, Collider, Physics, Transform
from tests.fuzz import energy, energy_table
from tests.fuzz.energy_oracle import Judge
from tests.fuzz.energy_play import Played, start_of
from tests.fuzz.energy_scene import Scene
from tests.fuzz.runner import own_world

# Of scenes with contacts those that gained energy as long as prediction, sweeps and the fineness of contacts
# knew gravity only.
TOUCHING = 75, 103, 138, 190, 197, 221, 277
JOINTED = range(15)  # the families of `energy.FAMILIES` that have joints and no contacts
SEEDS = [seed for seed in range(2 * len(energy.FAMILIES)) if seed % len(energy.FAMILIES) in JOINTED]
FAR = 1e9  # length units: gravity towards a point there is the same everywhere


def by_rk4(physics: Physics, gravity: float) -> Any:
    physics.integrator = "rk4"


def by_verlet(physics: Physics, gravity: float) -> Any:
    physics.integrator = "velocity_verlet"


def beside_a_field(physics: Physics, gravity: float) -> Any:
    def nothing(fields: Any) -> None:
        fields.fy += 0.0

    physics.add_field(nothing)
    return nothing


def in_a_field(physics: Physics, gravity: float) -> Any:
    def pull(fields: Any) -> None:
        fields.fy -= gravity * fields.mass

    physics.gravity = (0.0, 0.0)
    physics.add_field(pull)
    return pull


def in_an_area(physics: Physics, gravity: float) -> Any:
    if gravity > 0.0:
        area = Area(gravity=gravity, point=(0.0, -FAR), mode="replace")
        esper.create_entity(Transform(), Collider(AABB(1e4, 1e4), trigger=True), area)


WORLDS: list[Callable[[Physics, float], Any]] = [
    by_rk4,
    by_verlet,
    beside_a_field,
    in_a_field,
    in_an_area,
]


def play(seed: int, change: Callable[[Physics, float], Any]) -> Any:
    """Play a scene in a changed world; return what is wrong."""
    scene = energy.scene_of(seed)
    assert isinstance(scene, Scene)
    with own_world(f"elsewhere {seed}"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        game = Played(scene)
        kept = change(game.physics, scene.gravity)  # handlers are weak references
        verdict = energy.watch(game, Judge(scene, start_of(scene)))
        del kept
    return verdict


@pytest.mark.jit
@pytest.mark.parametrize("change", WORLDS, ids=lambda change: change.__name__)
def test_machines_gain_no_energy(change: Callable[[Physics, float], Any]) -> None:
    known = {seed for record in energy_table.read()[0].values() for seed in record.failing}
    failed = {}
    for seed in SEEDS:
        verdict = play(seed, change)
        if {"gain", "lost"} & verdict.faults.keys() and seed not in known:
            failed[seed] = verdict.faults
    assert not failed


@pytest.mark.jit
@pytest.mark.parametrize("change", [in_a_field, in_an_area], ids=lambda change: change.__name__)
@pytest.mark.parametrize("seed", TOUCHING)
def test_what_touches_gains_no_energy(seed: int, change: Callable[[Physics, float], Any]) -> None:
    assert not play(seed, change).faults
