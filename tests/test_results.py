"""What `benchmarks/RESULTS.md` says of the engine's quality still holds, and its runner runs."""

from __future__ import annotations

import math

import pytest

from benchmarks.engines.ecsphys_ import Ecsphys
from benchmarks.measure import measured
from benchmarks.report import OURS, RESULTS, ratio, row, table
from benchmarks.scenes import SCENES, bullets, churn, gas

# What may be better than what was kept, and by how much it may be worse.
SLACK = {"tunnelled": 0.0, "stalled": 0.0, "escaped": 0.0, "awake": 0.0, "drift": 0.1, "speed": 0.02}


def kept() -> dict[tuple[str, str], dict[str, float]]:
    """The table of figures: by scene and figure, by engine."""
    lines = [line.strip("| \n").split("|") for line in RESULTS.read_text("utf-8").splitlines() if "|" in line]
    rows = [[cell.strip() for cell in line] for line in lines]
    heads = next(line for line in rows if line[:2] == ["scene", "figure"])
    found = {}
    for line in rows[rows.index(heads) + 2 :]:
        if line[1] != "begins/ends":
            values = {head: cell for head, cell in zip(heads[2:], line[2:], strict=True) if cell != "-"}
            found[line[0], line[1]] = {head: float(cell) for head, cell in values.items()}
    return found


KEPT = kept()


@pytest.mark.jit
@pytest.mark.parametrize("name", ["gas-1k", "pyramid-40", "tumble-2k", "bullets", "rays", "idle-10k"])
def test_quality_is_still_what_was_kept(name: str) -> None:
    found = measured(SCENES[name](), Ecsphys)["figures"]
    assert found
    for figure, value in found.items():
        expected = KEPT[name, figure][OURS]
        if figure in SLACK:
            assert value <= expected * 1.05 + SLACK[figure], figure
        else:
            assert value == pytest.approx(expected, rel=0.02), figure


def test_nothing_got_through_when_the_results_were_kept() -> None:
    for (name, figure), values in KEPT.items():
        if figure in ("tunnelled", "stalled", "escaped", "awake"):
            assert values[OURS] == 0, (name, figure)


@pytest.mark.parametrize("name", ["pyramid-40", "pyramid-100"])
def test_piles_drift_no_more_than_box2ds(name: str) -> None:
    values = KEPT[name, "drift"]
    assert values[OURS] <= values["pyb2d3"]


def test_all_scenes_are_in_the_results() -> None:
    text = RESULTS.read_text("utf-8")
    assert all(f"| {name} " in text for name in SCENES)


def test_the_runner_measures_and_compares() -> None:
    scene = gas("gas", 30, 5)
    scene.warm_up = 2
    ours = measured(scene, Ecsphys)
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
