import math

import pytest

from ecsphys.lab import open_exhibit

G, DT = 1200.0, 1 / 60
REST = 65.0  # height of the dropped box above the block's middle: half of 60 and half of 70
FALL = -70 + 275 - REST  # from the start to the block


@pytest.mark.parametrize(
    "place", [(50.0, 225.0), (150.0, 170.0), (-200.0, 160.0), (-40.0, 70.0), (300.0, 150.0), (-50.0, 250.0)]
)
def test_the_axis_of_least_overlap_is_the_normal(place):
    runner = open_exhibit("aabb-and-aabb")
    runner.press((60, 235))
    runner.drag((place[0] + 10, place[1] + 10))
    dx, dy = place[0] + 50, place[1] - 150
    x, y = (220 + 160) / 2 - abs(dx), (100 + 90) / 2 - abs(dy)
    numbers = runner.numbers()
    assert (numbers["overlap on x"], numbers["overlap on y"]) == pytest.approx((x, y))
    assert numbers["overlap"] is (x >= 0 and y >= 0)
    if min(x, y) > 0:
        normal = (math.copysign(1, dx), 0.0) if x < y else (0.0, math.copysign(1, dy))
        assert (numbers["normal x"], numbers["normal y"]) == pytest.approx(normal)
        assert numbers["penetration"] == pytest.approx(min(x, y))


def frames_to_touch() -> int:
    """Return in which frame the box is first in the block: g dt² n (n + 1) / 2 > FALL."""
    return math.ceil((-1 + math.sqrt(1 + 8 * FALL / (G * DT * DT))) / 2)


def crept(offset: float, frames: int) -> float:
    """Return how far a box creeps that leaves the block along the direction between the centres."""
    x, y, speed = offset, REST + FALL, 0.0
    for _ in range(frames):
        speed += G * DT
        y -= speed * DT
        depth = REST - y
        if depth > 0.0:
            x, y = x + depth * x / math.hypot(x, y), y + depth * y / math.hypot(x, y)
            speed = 0.0
    return x - offset


@pytest.mark.parametrize("offset", [-20.0, 5.0, 40.0])
def test_the_naive_normal_creeps_and_the_least_axis_stays(offset):
    runner = open_exhibit("aabb-and-aabb", offset=offset)
    first = frames_to_touch()
    for frames in (first - 1, first, first + 1, first + 60):
        while runner.steps < frames:
            runner.step_once()
        numbers = runner.numbers()
        assert numbers["frames"] == frames
        assert numbers["crept, axis of least overlap"] == 0.0
        assert numbers["crept, direction between centres"] == pytest.approx(crept(offset, frames), abs=1e-9)
    assert crept(offset, first - 1) == 0.0
    assert abs(crept(offset, first + 60)) > abs(crept(offset, first)) > 0.0
    assert crept(offset, first) * offset > 0.0


def test_a_box_above_the_middle_stays_with_either_normal():
    numbers = open_exhibit("aabb-and-aabb", offset=0.0).play(60).numbers()
    assert numbers["crept, direction between centres"] == numbers["crept, axis of least overlap"] == 0.0


def test_the_creeping_box_falls_off_and_the_offset_starts_anew():
    runner = open_exhibit("aabb-and-aabb").play(420)
    assert runner.numbers()["crept, direction between centres"] < -110.0
    runner.set("offset", 30.0)
    assert runner.numbers()["frames"] == 0
