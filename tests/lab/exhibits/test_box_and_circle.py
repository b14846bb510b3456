import math

import pytest

from ecsphys.lab import open_exhibit

HALF_WIDTH, HALF_HEIGHT = 95.0, 60.0


def clamp(value: float, limit: float) -> float:
    return max(-limit, min(limit, value))


@pytest.mark.parametrize("angle", [0.0, 0.5, -2.1])
@pytest.mark.parametrize(
    "place", [(-80.0, -60.0), (-190.0, 190.0), (-20.0, 130.0), (-330.0, 20.0), (-60.0, 60.0)]
)
def test_clamping_in_the_frame_of_the_box_gives_the_contact(angle, place):
    runner = open_exhibit("box-and-circle", a=(-190.0, 40.0, angle))
    runner.press((-80, -60))
    runner.drag(place)
    dx, dy = place[0] + 190, place[1] - 40
    x, y = dx * math.cos(angle) + dy * math.sin(angle), dy * math.cos(angle) - dx * math.sin(angle)
    near_x, near_y = clamp(x, HALF_WIDTH), clamp(y, HALF_HEIGHT)
    apart = math.hypot(x - near_x, y - near_y)
    normal_x, normal_y = (x - near_x) / apart, (y - near_y) / apart
    numbers = runner.numbers()
    assert numbers == pytest.approx({
        "centre in the box's frame x": x,
        "centre in the box's frame y": y,
        "clamped x": near_x,
        "clamped y": near_y,
        "distance to the clamped point": apart,
        "distance without turning": math.hypot(dx - clamp(dx, HALF_WIDTH), dy - clamp(dy, HALF_HEIGHT)),
        "radius": 60.0,
        "overlap": apart <= 60.0,
        "penetration": max(60.0 - apart, 0.0),
        "normal x": normal_x * math.cos(angle) - normal_y * math.sin(angle),
        "normal y": normal_x * math.sin(angle) + normal_y * math.cos(angle),
    })  # fmt: skip


def test_at_the_start_only_the_naive_way_sees_a_hit():
    numbers = open_exhibit("box-and-circle").numbers()
    assert numbers["distance without turning"] < numbers["radius"] < numbers["distance to the clamped point"]
    assert not numbers["overlap"]


def test_turning_by_the_knob_brings_the_box_upright():
    runner = open_exhibit("box-and-circle")
    runner.press((-190 + 121 * math.cos(0.5), 40 + 121 * math.sin(0.5)))
    runner.drag((0, 40))
    numbers = runner.numbers()
    assert numbers["distance to the clamped point"] == pytest.approx(math.hypot(15, 40))
    assert numbers["distance without turning"] == pytest.approx(math.hypot(15, 40))


@pytest.mark.parametrize(("inside", "way", "normal"), [((0, 40), 20, (0, 1)), ((-80, 10), 15, (-1, 0))])
def test_a_centre_inside_leaves_through_the_nearest_face(inside, way, normal):
    runner = open_exhibit("box-and-circle", a=(0, 0, 0), b=inside, radius=30)
    numbers = runner.numbers()
    assert numbers["distance to the clamped point"] == 0.0
    assert numbers["penetration"] == pytest.approx(way + 30)
    assert (numbers["normal x"], numbers["normal y"]) == pytest.approx(normal)
    assert runner.display().items
