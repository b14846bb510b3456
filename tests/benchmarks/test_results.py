"""The figures of quality in `benchmarks/RESULTS.md` still hold, and the runner works."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable

import numpy as np
import pytest

from benchmarks.engines.ecsphys_ import Ecsphys
from benchmarks.measure import measure_scene
from benchmarks.report import OURS, RESULTS, ratio, row, table
from benchmarks.scene import After, Figures, Scene
from benchmarks.scenes import SCENES, bullets, churn, gas, idle, tumble

# How much worse than the recorded figure a measured one may be; better is always welcome.
SLACK = {"tunnelled": 0.0, "stalled": 0.0, "escaped": 0.0, "awake": 0.0, "drift": 0.1, "speed": 0.02}
FAULTS = ("tunnelled", "stalled", "escaped", "awake")  # counts of bodies that must be 0


def read_figures() -> dict[tuple[str, str], dict[str, float]]:
    """Return the recorded figures: by scene and figure, by engine."""
    lines = [line.strip("| \n").split("|") for line in RESULTS.read_text("utf-8").splitlines() if "|" in line]
    rows = [[cell.strip() for cell in line] for line in lines]
    heads = next(line for line in rows if line[:2] == ["scene", "figure"])
    figures = {}
    for line in rows[rows.index(heads) + 2 :]:
        if line[1] != "begins/ends":
            values = {head: cell for head, cell in zip(heads[2:], line[2:], strict=True) if cell != "-"}
            figures[line[0], line[1]] = {head: float(cell) for head, cell in values.items()}
    return figures


RECORDED = read_figures()


@functools.cache
def measured(name: str) -> Figures:
    """Play a scene, once for all tests, and return its figures."""
    figures: Figures = measure_scene(SCENES[name](), Ecsphys)["figures"]
    return figures


@pytest.mark.jit
@pytest.mark.parametrize("name", ["gas-1k", "pyramid-40", "tumble-2k", "bullets", "rays", "idle-10k"])
def test_quality_is_as_recorded(name: str) -> None:
    assert measured(name)
    for figure, value in measured(name).items():
        expected = RECORDED[name, figure][OURS]
        if figure in SLACK:
            assert value <= expected * 1.05 + SLACK[figure], figure
        else:
            assert value == pytest.approx(expected, rel=0.02), figure


@pytest.mark.jit
@pytest.mark.parametrize("name", ["gas-1k", "tumble-2k", "bullets", "idle-10k"])
def test_no_body_gets_through_a_wall_stalls_or_stays_awake(name: str) -> None:
    faults = {figure: value for figure, value in measured(name).items() if figure in FAULTS}
    assert faults and set(faults.values()) == {0}
    assert all(RECORDED[name, figure][OURS] == 0 for figure in faults)


@pytest.mark.jit
@pytest.mark.parametrize("name", ["pyramid-40", pytest.param("pyramid-100", marks=pytest.mark.slow)])
def test_piles_drift_no_more_than_box2ds(name: str) -> None:
    assert measured(name)["drift"] <= RECORDED[name, "drift"]["pyb2d3"]


def spoil(scene: Scene, count: int) -> After:
    """Return the start of a scene with `count` bodies far outside, and as many awake."""
    poses = np.array([(*item.position, item.angle) for item in scene.items])
    poses[np.flatnonzero(scene.dynamic)[:count], 0] = 1e4
    return After(poses, np.array([item.velocity for item in scene.items]), count)


@pytest.mark.parametrize(
    ("make", "figure"),
    [
        (lambda: gas("gas", 30, 5), "escaped"),
        (tumble, "escaped"),
        (bullets, "tunnelled"),
        (idle, "awake"),
    ],
)
def test_figures_count_the_bodies_that_went_wrong(make: Callable[[], Scene], figure: str) -> None:
    scene = make()
    assert scene.figures is not None
    assert scene.figures(scene, spoil(scene, 0))[figure] == 0
    assert scene.figures(scene, spoil(scene, 3))[figure] == 3


def test_all_scenes_are_in_the_results() -> None:
    text = RESULTS.read_text("utf-8")
    assert all(f"| {name} " in text for name in SCENES)


def test_the_runner_measures_and_compares() -> None:
    scene = gas("gas", 30, 5)
    scene.warm_up = 2
    ours = measure_scene(scene, Ecsphys)
    assert ours["frames"] == 5
    assert ours["ms"] > 0.0
    assert ours["figures"]["escaped"] == 0
    rounds = {OURS: [{**ours, "ms": 1.0}], "pymunk": [{**ours, "ms": 2.0}]}
    assert ratio(rounds) == 0.5
    line = row(scene, rounds)
    assert line[0] == "gas"
    assert "0.50 ×" in line
    assert table(["a"], [["b"]]).splitlines() == ["| a |", "| - |", "| b |"]


def test_a_peer_that_lets_bullets_through_is_no_yardstick() -> None:
    good, bad = {"ms": 2.0, "figures": {"tunnelled": 0}}, {"ms": 1.0, "figures": {"tunnelled": 9}}
    assert ratio({OURS: [{"ms": 1.0, "figures": {}}], "pymunk": [bad], "pyb2d3": [good]}) == 0.5
    assert ratio({OURS: [good], "pymunk": [bad]}) is None


def test_scenes_are_the_same_every_time() -> None:
    assert bullets().items == bullets().items
    one, two = churn(100, 10, 3), churn(100, 10, 3)
    assert one.replacements == two.replacements
    assert len(one.replacements) == 23
    assert math.isclose(one.items[0].size[0], 0.5)
