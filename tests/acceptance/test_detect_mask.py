"""detect_mask: meet and report, but do not push."""

from __future__ import annotations

import pytest

from ecsphys import COLLISION_BEGIN, COLLISION_END
from tests.acceptance.support import (
    Recorder,
    collider,
    disc,
    physics,
    run,
    transform,
)


@pytest.mark.parametrize(
    ("first", "second", "meet", "push"),
    [
        pytest.param({"mask": 0, "detect_mask": 1}, {}, True, False, id="one detects what it does not push"),
        pytest.param({"mask": 0, "detect_mask": 1}, {"mask": 0, "detect_mask": 1}, True, False, id="both"),
        pytest.param({"mask": 0, "detect_mask": 1}, {"mask": 0}, False, False, id="the other refuses"),
        pytest.param({"detect_mask": 1}, {}, True, True, id="mask alone pushes"),
        pytest.param({"mask": 2, "detect_mask": 4}, {"layer": 4}, True, False, id="other layers"),
        pytest.param({"mask": 2, "detect_mask": 4}, {"layer": 8}, False, False, id="neither layer"),
        pytest.param({"mask": 0, "group": 3}, {"mask": 0, "group": 3}, True, True, id="a group pushes"),
        pytest.param({"detect_mask": 1, "group": -3}, {"group": -3}, False, False, id="a group parts"),
    ],
)
def test_detect_mask_reports_without_pushing(
    first: dict[str, int], second: dict[str, int], meet: bool, push: bool
) -> None:
    clock = physics()
    heard = Recorder()
    a, b = disc(0, 0, **first), disc(20, 0, **second)
    run(1)
    assert heard.count(COLLISION_BEGIN) == meet
    assert (clock.collisions.between(a, b) is not None) == meet
    run(20)
    assert (transform(b).x - transform(a).x > 25) == push


def test_detect_mask_may_change_at_any_time() -> None:
    physics(sleeping=False)
    heard = Recorder()
    a, b = disc(0, 0, mask=0), disc(20, 0)
    run(2)
    assert heard.log == []
    collider(a).detect_mask = 1
    run(2)
    assert heard.counts(COLLISION_BEGIN, COLLISION_END) == (1, 0)
    collider(a).detect_mask = 0
    run(1)
    assert [event.reason for event in heard.of(COLLISION_END)] == ["filtered"]
    collider(a).mask = 1
    run(20)
    assert heard.count(COLLISION_BEGIN) == 2
    assert transform(b).x - transform(a).x > 25
