"""The exhibit of ways to shoot: who hits, from where the target is when the shot arrives."""

import pytest

from ecsphys.lab import open_exhibit

HALF, HOME, MUZZLE = 45.0, 260.0, -300.0
EDGE = 4.0  # what is nearer to the target's edge is not judged
DT = 1 / 60


def ways(speed: float, steps: int) -> list[float]:
    """Heights of the target, up and down between ±190; one step runs before the first volley."""
    y, way, heights = speed * DT, speed * DT, []
    for _ in range(steps + 1):
        heights.append(y)
        if y * way > 0 and abs(y) >= 190.0:
            way = -way
        y += way
    return heights


def judged(offset: float, reach: float) -> bool | None:
    return None if abs(abs(offset) - reach) < EDGE else abs(offset) < reach


@pytest.mark.parametrize("height", [-40.0, 0.0, 50.0])
@pytest.mark.parametrize("speed", [500.0, 700.0])
def test_each_weapon_hits_where_the_target_is_when_its_shot_arrives(height: float, speed: float) -> None:
    runner = open_exhibit("ways-to-shoot", muzzle=(-300, height), aim=(260, height), speed=speed)
    target = ways(180.0, 97 * 7)
    known = 0
    for volley in range(6):
        begin = 97 * volley
        before = {name: runner.exhibit.hits[name] for name in runner.exhibit.hits}
        assert runner.numbers()["target y"] == pytest.approx(target[begin], abs=1e-6)
        now = "hitscan" in runner.exhibit.marks
        for _ in range(96):
            runner.frame(DT)
        arrival = (HOME - 12.0 - MUZZLE) / speed * 60
        late = (HOME - 12.0 - 18.0 - MUZZLE) / speed * 60
        expected = {
            "hitscan": judged(target[begin] - height, HALF),
            "thin ray": judged(target[begin + round(arrival)] - height, HALF),
            "swept disc": judged(target[begin + round(late)] - height, HALF + 18.0),
        }
        after = {name: runner.exhibit.hits[name] - before[name] for name in before}
        after["hitscan"] = int(now)
        for name, hits in expected.items():
            if name == "swept disc" and abs(target[begin + round(late)] - height) > HALF - EDGE and hits:
                continue  # its rim passes a corner later: the target has moved on by then
            known += hits is not None
            assert hits is None or after[name] == hits, (volley, name)
        runner.frame(DT)
    assert known >= 10


def test_hitscan_is_at_once_and_the_ray_takes_its_time() -> None:
    runner = open_exhibit("ways-to-shoot", target_speed=0.0, muzzle=(-300, 0), aim=(260, 0), speed=600.0)
    runner.play(90)
    marks = runner.exhibit.marks
    assert marks["hitscan"][0] == 0.0
    assert marks["thin ray"][0] == pytest.approx((HOME - 12 - MUZZLE) / 10.0, abs=1.01)
    assert marks["swept disc"][0] == pytest.approx((HOME - 12 - 18 - MUZZLE) / 10.0, abs=1.01)
    assert marks["thin ray"][1] == pytest.approx((-12.0, 0.0), abs=1e-6)


def test_the_rim_of_the_disc_grazes_what_the_ray_passes() -> None:
    for height, ray, disc in ((40.0, 1, 1), (55.0, 0, 1), (70.0, 0, 0)):
        runner = open_exhibit("ways-to-shoot", target_speed=0.0, muzzle=(-300, height), aim=(260, height))
        runner.play(90)
        assert (runner.numbers()["hits, thin ray"], runner.numbers()["hits, swept disc"]) == (ray, disc)


def test_gravity_bends_what_flies() -> None:
    runner = open_exhibit("ways-to-shoot", target_speed=0.0, muzzle=(-300, 0), aim=(260, 0), gravity=400.0)
    runner.play(90)
    assert runner.numbers()["hits, hitscan"] == 1
    assert runner.numbers()["hits, thin ray"] == 0  # it falls by 400 / 2 · 0.78² = 123
    fall = -runner.exhibit.trails["thin ray"][30].y
    assert fall == pytest.approx(0.5 * 400 * 0.5**2, rel=0.05)
