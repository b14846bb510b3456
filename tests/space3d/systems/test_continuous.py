"""Fast bodies pass through nothing."""

from __future__ import annotations

import esper
import pytest

import ecsphys
from ecsphys import space3d as s3
from tests.space3d.things import Recorder, ball, body, motion, physics, run, transform


def wall(x: float = 0, **options: object) -> int:
    return body(s3.Box(0.1, 10, 10), x, kind="static", **options)


@pytest.mark.parametrize("shape", [s3.Sphere(0.1), s3.Box(0.2, 0.2, 0.2), s3.Capsule(0.4, 0.1)])
def test_a_bullet_does_not_pass_a_thin_wall(shape: s3.Shape3) -> None:
    physics()
    wall()
    shot = body(shape, x=-5, velocity=(400, 0, 0))
    heard = Recorder(ecsphys.COLLISION_BEGIN)
    run(10)
    assert transform(shot).x < 0
    assert len(heard.heard) == 1
    assert heard.heard[0][1].speed == pytest.approx(400, rel=1e-6)


def test_off_lets_it_jump() -> None:
    physics()
    wall()
    shot = ball(x=-5, radius=0.1, velocity=(400, 0, 0), continuous="off")
    run(3)
    assert transform(shot).x > 5


def test_a_swept_ball_bounces_on_for_the_rest_of_the_step() -> None:
    physics()
    wall(restitution=1)
    shot = ball(x=-1, radius=0.1, velocity=(120, 0, 0), restitution=1)
    run()
    assert motion(shot).velocity.x == pytest.approx(-120)
    # 0.85 to the wall's side at -0.05, the other 1.15 back
    assert transform(shot).x == pytest.approx(-0.15 - 1.15, abs=0.01)


def test_bullets_hit_what_moves() -> None:
    physics()
    target = body(s3.Box(0.1, 1, 1), mass=100)
    shot = ball(x=-5, radius=0.1, velocity=(500, 0, 0), continuous="bullet")
    run(3)
    assert motion(target).velocity.x > 0
    assert transform(shot).x < transform(target).x


def test_ignored_and_filtered_pairs_are_passed() -> None:
    clock = physics()
    first, second, third = wall(), wall(2), wall(4)
    shot = ball(x=-5, radius=0.1, velocity=(500, 0, 0))
    clock.ignore(first, shot)
    clock.add_filter(lambda a, b: second not in (a, b))
    heard = Recorder(ecsphys.COLLISION_BEGIN)
    run(3)
    assert [event.entities for _, event in heard.heard] == [(third, shot)]
    assert transform(shot).x < 4


def test_triggers_see_what_passes_within_a_step() -> None:
    physics()
    zone = esper.create_entity(s3.Transform3D(), s3.Collider3D(s3.Box(1, 4, 4), trigger=True))
    shot = ball(x=-2, radius=0.1, velocity=(300, 0, 0))
    heard = Recorder(ecsphys.TRIGGER_ENTER, ecsphys.TRIGGER_EXIT)
    run(2)
    assert heard.names() == [ecsphys.TRIGGER_ENTER, ecsphys.TRIGGER_EXIT]
    enter, leave = (event for _, event in heard.heard)
    assert (enter.trigger, enter.visitor) == (zone, shot)
    assert enter.time == pytest.approx(1.4 / 5)
    assert leave.time == pytest.approx(2.6 / 5)
    assert enter.point.x == pytest.approx(-0.5)


def test_nothing_behind_a_wall_is_passed() -> None:
    physics()
    wall(x=-1, restitution=1)
    near = esper.create_entity(s3.Transform3D(-1.6), s3.Collider3D(s3.Box(0.4, 4, 4), trigger=True))
    esper.create_entity(s3.Transform3D(1), s3.Collider3D(s3.Box(0.4, 4, 4), trigger=True))
    back = esper.create_entity(s3.Transform3D(-3.4), s3.Collider3D(s3.Box(0.2, 4, 4), trigger=True))
    ball(x=-2.5, radius=0.1, velocity=(300, 0, 0), restitution=1)
    heard = Recorder(ecsphys.TRIGGER_ENTER)
    run()
    assert {event.trigger for _, event in heard.heard} == {near, back}
