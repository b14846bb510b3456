"""The scene of the first lecture: gravity, pushes, the log."""

import pytest

from ecsphys import RigidBody, Transform
from ecsphys.lab import open_exhibit
from ecsphys.lab.runner import Runner

DT = 1 / 60


def add(runner: Runner, kind: str, place: tuple[float, float], velocity: tuple[float, float]) -> int:
    """Clear the scene but for one thing."""
    exhibit = runner.exhibit
    for entity in exhibit.bodies[:]:
        exhibit._remove(entity)
    exhibit._add(kind, place, velocity)
    return exhibit.bodies[0]


def run(runner: Runner, steps: int) -> None:
    for _ in range(steps):
        runner.frame(DT)


def test_gravity_comes_with_a_key() -> None:
    runner = open_exhibit("tutorial-scene")
    ball = add(runner, "circle", (-140, 100), (0, 0))
    place = runner.exhibit.stage.get(ball, Transform)
    run(runner, 10)
    assert (place.x, place.y) == (-140, 100)
    assert runner.key("g")
    run(runner, 30)
    assert place.y == pytest.approx(100 - 0.5 * 500 * 0.5**2, rel=0.02)  # g t² / 2
    run(runner, 400)
    assert place.y == pytest.approx(-290 + 24, abs=0.5)
    assert runner.exhibit.log[0] == "Collision between circle 3 and floor"
    assert runner.numbers()["pairs that touch"] == 1
    assert runner.key("g")
    assert runner.exhibit.stage.physics.gravity == (0, 0)


def test_without_response_it_falls_through_and_is_reported() -> None:
    runner = open_exhibit("tutorial-scene", gravity=True, response=False)
    add(runner, "box", (-140, 0), (0, 0))
    run(runner, 100)
    assert runner.exhibit.log == ["Collision between box 2 and floor"]
    run(runner, 60)
    assert runner.numbers() == {"bodies": 0, "pairs that touch": 0, "collisions begun": 1}


def test_a_click_pushes_and_the_other_choice_drags() -> None:
    runner = open_exhibit("tutorial-scene")
    ball = add(runner, "circle", (-140, 100), (0, 0))
    body = runner.exhibit.stage.get(ball, RigidBody)
    run(runner, 1)
    assert runner.press((-150, 100))
    runner.release()
    run(runner, 1)
    assert body.velocity == pytest.approx((320.0, 0.0))
    assert not runner.press((-300, -200))
    runner.set("mouse", "drag")
    body.velocity = (0.0, 0.0)
    x = runner.exhibit.stage.get(ball, Transform).x
    assert runner.press((x, 100))
    runner.drag((-300, -200))
    run(runner, 120)
    assert runner.exhibit.stage.get(ball, Transform).position == pytest.approx((-300, -200), abs=3)


def test_two_circles_are_logged_once_when_they_meet() -> None:
    runner = open_exhibit("tutorial-scene", restitution=1.0)
    first = add(runner, "circle", (-250, 0), (100, 0))
    runner.exhibit._add("circle", (-100, 0), (0, 0))
    second = runner.exhibit.bodies[1]
    run(runner, 55)  # 102 units of gap take 61 steps
    assert runner.exhibit.log == []
    run(runner, 12)
    assert runner.exhibit.log == ["Collision between circle 4 and circle 3"]
    speeds = [runner.exhibit.stage.get(ball, RigidBody).velocity.x for ball in (first, second)]
    assert speeds == pytest.approx([0.0, 100.0], abs=1e-6)


def test_the_log_is_the_same_with_every_broad_phase_and_after_a_switch() -> None:
    logs = []
    for kinds in (("quadtree",), ("sweep_and_prune",), ("brute_force",), ("quadtree", "brute_force")):
        runner = open_exhibit("tutorial-scene", gravity=True, broad_phase=kinds[0])
        runner.play(90, [(0, "click", "spawn_box"), (20, "click", "spawn_capsule"),
                         (30, "set", "broad_phase", kinds[-1])])  # fmt: skip
        logs.append(runner.exhibit.log)
    assert len(logs[0]) >= 5
    assert all(log == logs[0] for log in logs)
    assert runner.numbers()["bodies"] == 6
