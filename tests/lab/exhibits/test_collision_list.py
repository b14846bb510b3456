"""The collision list: events of a shaking disc against its touches, counted by hand."""

import math

import pytest

from ecsphys.lab import open_exhibit

TOP, RADIUS = 80.0, 36.0  # of the plate, of the disc


def touches(steps: int, y: float, height: float, period: float) -> list[bool]:
    """Return in which steps the disc reaches down to the plate."""
    heights = (y + height * math.sin(2.0 * math.pi * k / period) for k in range(1, steps + 1))
    return [height <= TOP + RADIUS for height in heights]


def events(touching: list[bool], end_after: int) -> tuple[int, int, int]:
    """Return the numbers of begins, stays and ends by the lecture's rule."""
    begins = stays = ends = left = 0
    for touch in touching:
        if touch:
            begins, stays = begins + (left == 0), stays + (left > 0)
            left = end_after
        elif left:
            left -= 1
            ends += left == 0
    return begins, stays, ends


@pytest.mark.parametrize("end_after", [1, 3, 4, 8])
@pytest.mark.parametrize(
    ("y", "height", "period"), [(118.0, 6.0, 8.0), (120.0, 7.0, 11.0), (112.0, 2.0, 5.0)]
)
def test_events_follow_the_touches(end_after: int, y: float, height: float, period: float) -> None:
    start = {"disc": (30.0, y), "height": height, "period": period, "end_after": end_after}
    numbers = open_exhibit("collision-list", **start).play(60).numbers()
    expected = events(touches(60, y, height, period), end_after)
    assert (numbers["begun"], numbers["stayed"], numbers["ended"]) == expected


def test_frames_left_count_down_while_apart_and_are_set_back_by_a_touch() -> None:
    runner = open_exhibit("collision-list", end_after=12).play(60)
    left, counted = 0, []
    for touch in touches(60, 118.0, 6.0, 8.0):
        left = 12 if touch else max(left - 1, 0)
        counted.append(left)
    assert [frame.frames_left for frame in runner.exhibit.frames] == counted
    assert [frame.touch for frame in runner.exhibit.frames] == touches(60, 118.0, 6.0, 8.0)


def test_flickering_is_one_collision_with_frames_to_spare() -> None:
    runner = open_exhibit("collision-list")
    flicker = runner.play(80).numbers()
    assert flicker["begun"] == 10
    runner.set("end_after", 8)
    calm = runner.play(80).numbers()
    assert calm["begun"] - flicker["begun"] <= 1
    assert calm["ended"] - flicker["ended"] <= 1


def test_dragging_the_disc_away_ends_the_pair_so_many_frames_later() -> None:
    runner = open_exhibit("collision-list", disc=(0.0, 112.0), height=0.0, end_after=5).play(10)
    assert runner.numbers()["frames left"] == 5
    assert runner.press((0.0, 112.0))
    runner.drag((0.0, 170.0))
    assert runner.play(4).numbers()["ended"] == 0
    numbers = runner.play(1).numbers()
    assert (numbers["begun"], numbers["ended"], numbers["frames left"]) == (1, 1, 0)
