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
