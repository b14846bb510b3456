"""What the overlay shows of joints, and grabbing bodies with the mouse."""

from __future__ import annotations

import esper
import numpy as np
import pytest

from ecsphys import (
    Box,
    Circle,
    Collider,
    DistanceJoint,
    MotorJoint,
    MouseJoint,
    Physics,
    PrismaticJoint,
    PulleyJoint,
    RevoluteJoint,
    RigidBody,
    Transform,
    WeldJoint,
    WheelJoint,
)
from ecsphys.math2d.bounds import Bounds
from ecsphys.math2d.vec2 import Vec2

pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")

from arcade import key

from ecsphys.arcade import PhysicsOverlay
from ecsphys.arcade.recorder import BREAK_COLOR, Recorder
from ecsphys.drawing import joint_lines
from ecsphys.drawing.poses import interpolate_poses

LIGHT = {"gravity_scale": 0.0, "can_sleep": False}


@pytest.fixture
def physics() -> Physics:
    physics = Physics(gravity=(0, -900))
    esper.add_processor(physics)
    return physics


def ball(x: float, y: float, **options) -> int:
    return esper.create_entity(Transform(x, y), RigidBody(**options), Collider(Circle(10)))


def drawn(physics, view=None) -> tuple[np.ndarray, np.ndarray]:
    """All strokes (n, 2, 2) of joints, and their colours (n, 4)."""
    bodies = physics.world.bodies.rows[: physics.world.bodies.count]
    found = joint_lines.joint_lines(physics, interpolate_poses(bodies, 1.0), view)
    points = np.concatenate([np.zeros((0, 2)), *(part.points for part in found)])
    colors = np.concatenate([np.zeros((0, 4)), *(part.colors for part in found)])
    return points.reshape(-1, 2, 2), colors[::2]


def has_stroke(strokes, start, end) -> bool:
    """Whether there is a stroke between two points, either way."""
    ends = np.array([start, end], float)
    return any(np.allclose(stroke, way, atol=1e-6) for stroke in strokes for way in (ends, ends[::-1]))


def test_nothing_is_drawn_and_nothing_is_done_without_joints(physics, monkeypatch):
    ball(0, 0)
    physics.step_once()
    monkeypatch.setattr(joint_lines, "_Marks", None)
    bodies = physics.world.bodies.rows[: physics.world.bodies.count]
    assert joint_lines.joint_lines(physics, interpolate_poses(bodies, 1.0), None) == []


def test_arms_lead_to_anchors_and_the_anchors_are_marked(physics):
    esper.create_entity(RevoluteJoint(ball(0, 0, **LIGHT), ball(100, 0, **LIGHT), anchor=(40, 5)))
    physics.step_once()
    strokes, _ = drawn(physics)
    assert has_stroke(strokes, (0, 0), (40, 5)) and has_stroke(strokes, (100, 0), (40, 5))
    mark = 0.07 * physics.length_unit
    assert has_stroke(strokes, (40 + mark, 5), (40, 5 + mark))


def test_limits_of_a_hinge_are_an_arc_and_follow_the_body_that_bears_it(physics):
    post = esper.create_entity(Transform(0, 0, np.pi / 2), Collider(Box(10, 10), mask=0))
    arm = ball(0, 50, **LIGHT)
    esper.create_entity(RevoluteJoint(post, arm, anchor=(0, 0), limits=(-0.5, 0.25)))
    physics.step_once()
    strokes, _ = drawn(physics)
    radius = 0.45 * physics.length_unit
    for turn in (-0.5, 0.0, 0.25):  # the limits, and the pointer at the arm; 0 is upwards
        assert has_stroke(strokes, (0, 0), (-radius * np.sin(turn), radius * np.cos(turn))), turn
    middle = strokes[np.isclose(np.hypot(*strokes.mean(axis=1).T), radius, rtol=0.01)].mean(axis=1)
    angles = np.arctan2(-middle[:, 0], middle[:, 1])
    assert len(middle) == 16 and -0.5 < angles.min() < -0.47 and 0.22 < angles.max() < 0.25


def test_axes_and_their_limits(physics):
    esper.create_entity(PrismaticJoint(None, ball(0, 0, **LIGHT), axis=(0, 1), limits=(-30, 60)))
    physics.step_once()
    strokes, _ = drawn(physics)
    bar = 0.15 * physics.length_unit
    assert has_stroke(strokes, (0, -30), (0, 60))
    assert has_stroke(strokes, (-bar, 60), (bar, 60)) and has_stroke(strokes, (-bar, -30), (bar, -30))


def test_ropes_springs_and_pulleys_are_lines(physics):
    esper.create_entity(DistanceJoint(None, ball(100, 0, **LIGHT), anchor_a=(0, 0), max_length=150))
    esper.create_entity(MouseJoint(ball(200, 0, **LIGHT), (200, 0)))
    esper.create_entity(PulleyJoint(ball(0, 100, **LIGHT), ball(90, 100, **LIGHT), (0, 300), (90, 300)))
    physics.step_once()
    strokes, _ = drawn(physics)
    bar = 0.15 * physics.length_unit
    assert has_stroke(strokes, (0, 0), (100, 0)) and has_stroke(strokes, (150, -bar), (150, bar))
    for start, end in (((0, 100), (0, 300)), ((0, 300), (90, 300)), ((90, 300), (90, 100))):
        assert has_stroke(strokes, start, end)


def test_a_broken_rope_is_drawn_no_more(physics):
    rope = DistanceJoint(None, ball(100, 0, **LIGHT), anchor_a=(0, 0), max_length=150)
    esper.create_entity(rope)
    hinge = RevoluteJoint(None, ball(200, 0, velocity=(600, 0), **LIGHT), anchor=(200, 0))
    esper.create_entity(hinge)
    physics.step_once()
    rope.broken = hinge.broken = True
    for _ in range(6):
        physics.step_once()
    strokes, _ = drawn(physics)
    lengths = np.hypot(*(strokes[:, 1] - strokes[:, 0]).T)
    assert len(strokes) and lengths.max() < 0.1 * physics.length_unit  # anchors alone


def test_the_aim_of_a_motor_is_marked(physics):
    esper.create_entity(MotorJoint(None, ball(0, 0, **LIGHT), offset=(80, 0), max_force=0.0))
    physics.step_once()
    strokes, _ = drawn(physics)
    assert has_stroke(strokes, (0, 0), (80, 0))


def test_load_is_a_colour_from_free_to_broken(physics):
    hung, free = ball(0, 0, can_sleep=False), ball(100, 0, **LIGHT)
    esper.create_entity(RevoluteJoint(None, hung, anchor=(0, 0)))
    esper.create_entity(RevoluteJoint(None, free, anchor=(100, 0)))
    physics.step_once()
    weight = esper.component_for_entity(hung, RigidBody).mass * 900
    strong = RevoluteJoint(None, ball(200, 0, can_sleep=False), anchor=(200, 0), break_force=4.0 * weight)
    esper.create_entity(strong)
    for _ in range(10):
        physics.step_once()
    rows = physics.simulation.joints.table.rows[:3].view(np.ndarray)
    assert joint_lines.loads(physics, rows) == pytest.approx([0.5, 0.0, 0.25], abs=0.01)
    strokes, colors = drawn(physics)

    def color_at(x: float) -> tuple[int, ...]:
        return tuple(colors[np.abs(strokes[:, 0, 0] - x) < 20][0])

    assert color_at(0) == pytest.approx(joint_lines.HALF_COLOR, abs=8)
    assert color_at(100) == joint_lines.FREE_COLOR
    strong.enabled = False
    physics.step_once()
    strokes, colors = drawn(physics)
    assert color_at(200) == joint_lines.IDLE_COLOR


def test_joints_out_of_view_and_of_dead_bodies_are_skipped(physics):
    dead = ball(0, 0, **LIGHT)
    esper.create_entity(WeldJoint(None, dead))
    esper.create_entity(WheelJoint(ball(500, 0, **LIGHT), ball(500, -30, **LIGHT)))
    physics.step_once()
    assert len(drawn(physics, Bounds(Vec2(-300, -50), Vec2(300, 50)))[0]) == 10  # the weld: an arm …
    esper.delete_entity(dead, immediate=True)
    physics.step_once()
    assert drawn(physics)[0][:, :, 0].min() > 400


def test_breaks_of_the_last_second_are_recorded(physics):
    recorder = Recorder(physics)
    recorder.run(True)
    esper.create_entity(RevoluteJoint(None, ball(300, 40), anchor=(300, 40), break_force=1.0))
    for _ in range(5):
        physics.step_once()
    (lines,) = recorder.lines()
    stars = lines.points[(lines.colors[:, :3] == BREAK_COLOR[:3]).all(axis=1)]
    assert len(stars) == 8 and stars.mean(axis=0) == pytest.approx((300, 40), abs=5)


# -- grabbing ------------------------------------------------------------------------------------------


def test_the_overlay_grabs_while_f1_is_on(physics, window):
    body = ball(0, 0)
    physics.step_once()
    overlay = PhysicsOverlay(physics)
    assert not overlay.grabs and not overlay.can_grab((0, 0)) and not overlay.grab((0, 0))
    overlay.on_key_press(key.F1)
    assert overlay.grabs and overlay.can_grab((0, 0)) and not overlay.can_grab((90, 0))
    assert overlay.grab((0, 0)) and overlay.grip.held == body
    overlay.on_key_press(key.F1)
    assert overlay.grip.held is None and not esper.get_component(MouseJoint)
