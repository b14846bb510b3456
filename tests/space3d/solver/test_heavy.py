"""Heavy bodies on light ones in space."""

from __future__ import annotations

import esper
import pytest

from ecsphys import space3d as s3
from tests.space3d.things import body, ground, physics, run


@pytest.mark.jit
@pytest.mark.parametrize("ratio", [16.0, 100.0, 1000.0])
def test_a_heavy_box_that_lands_on_a_light_one_neither_sinks_in_nor_is_thrown_back(ratio: float) -> None:
    physics((0, -9.81, 0))
    ground()
    light = body(s3.Box(1, 1, 1), 0, 0.5, 0)
    heavy = body(s3.Box(1, 1, 1), 0, 1.52, 0, mass=ratio)
    least = highest = 1.5
    for _ in range(120):
        run()
        y = esper.component_for_entity(heavy, s3.Transform3D).y
        least, highest = min(least, y), max(highest, y)
    assert least > 1.45 and highest < 1.52
    assert not esper.component_for_entity(light, s3.Body3D).awake


@pytest.mark.jit
@pytest.mark.parametrize("substeps", [1, 4])
@pytest.mark.parametrize("hz", [30, 60])
@pytest.mark.parametrize("ratio", [1.0, 3.0, 10.0])
def test_a_stack_bears_a_box_that_is_little_heavier(ratio: float, hz: int, substeps: int) -> None:
    """Too light to be a heavy load, it sank in by 0.01 m, and the stack jumped as it was pushed out."""
    physics((0, -10, 0), step=1 / hz, substeps=substeps, sleeping=False)
    ground()
    stack = [body(s3.Box(1, 1, 1), 0, 0.5 + k, 0) for k in range(2)]
    top = body(s3.Box(1, 1, 1), 0, 2.7, 0, mass=ratio)
    least, highest = [10.0, 10.0], 0.0
    for _ in range(hz):
        esper.process(1 / hz)
        heights = [esper.component_for_entity(one, s3.Transform3D).y for one in stack]
        least = [min(pair) for pair in zip(least, heights, strict=True)]
        highest = max(highest, heights[1])
    deep = 0.006 if substeps == 4 else 0.035
    assert least[0] > 0.5 - deep and least[1] > 1.5 - 2 * deep
    assert highest < 1.502
    assert esper.component_for_entity(top, s3.Transform3D).y == pytest.approx(2.5, abs=2 * deep)
