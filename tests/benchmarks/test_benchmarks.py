"""The scenes and the runners of the benchmarks."""

from __future__ import annotations

from pathlib import Path

import esper
import pytest

from benchmarks import level, python_side, scaling
from benchmarks.engines.ecsphys_ import Ecsphys
from benchmarks.measure import measure_scene
from benchmarks.scaling import Point, exponent, pile, sensors
from ecsphys import RigidBody


@pytest.mark.jit
def test_the_level_has_ten_thousand_things_of_which_crates_rest() -> None:
    made = level.Level()
    for step in range(100):
        made.frame(step)
    assert len(esper.get_component(level.Transform)) == 10_000
    bodies = [body for _, body in esper.get_component(RigidBody)]
    dynamic = [body for body in bodies if body.kind == "dynamic"]
    assert len(bodies) - len(dynamic) == level.CHARACTERS
    assert len(dynamic) == level.CRATES + level.BALLS + level.BULLETS
    assert sum(not body.awake for body in dynamic) >= 0.95 * level.CRATES
    assert sum(controller.on_floor for controller in made.controllers) > 0.2 * level.CHARACTERS
    assert all(made.heard[what] > 0 for what in ("begin", "end", "touch", "spent", "seen"))


def test_pythons_side_is_measured_without_changing_anything() -> None:
    found = python_side.of_attributes(3)
    assert set(found) == {*python_side.READS, *python_side.WRITES}
    assert python_side.of_birth(5) > 0.0


def test_exponents_are_those_of_the_curves() -> None:
    points = [Point("gas", "ecsphys", n, 0.001 * n**1.5, 100.0) for n in scaling.SIZES]
    assert exponent(points) == pytest.approx(1.5)
    assert "1.50" in scaling.summary(points)


@pytest.mark.jit
@pytest.mark.parametrize("make", [pile, sensors, scaling.gas_of])
def test_scenes_of_any_size_have_as_many_bodies(make: object) -> None:
    scene = make(300)  # type: ignore[operator]
    scene.frames, scene.warm_up, scene.figures = 2, 1, None
    assert 300 <= len(scene.items) <= 304
    assert measure_scene(scene, Ecsphys)["frames"] == 2


def test_curves_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(scaling, "HERE", tmp_path)
    scaling.save([Point("gas", "ecsphys", n, 0.001 * n, 100.0) for n in scaling.SIZES])
    assert (tmp_path / "scaling.csv").read_text().splitlines()[1] == "gas,ecsphys,1000,1,100"
