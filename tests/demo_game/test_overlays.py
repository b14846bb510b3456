"""`ecsphys.arcade.PhysicsOverlay`: lines, texts, and no cost while it is off."""

from __future__ import annotations

import esper
import numpy as np
import pytest

from ecsphys import (
    Box,
    Circle,
    Collider,
    Physics,
    Projectile,
    RayCaster,
    RigidBody,
    ShapeCaster,
    Transform,
    Vec2,
)
from ecsphys.math2d.bounds import Bounds

pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")

from arcade import key

from ecsphys.arcade import PhysicsOverlay
from ecsphys.arcade import recorder as colors
from ecsphys.arcade.inspector import components_of, pick
from ecsphys.arcade.profile import COUNTS, GAME, Profile
from ecsphys.arcade.recorder import Recorder, clock
from ecsphys.drawing.shape_lines import AWAKE_COLOR, STATIC_COLOR, ShapeLines
from ecsphys.drawing.world_lines import (
    MOBILE_CELL_COLOR,
    MOVING_BOX_COLOR,
    NORMAL_COLOR,
    contact_normals,
    fat_boxes,
    tree_cells,
)


@pytest.fixture
def physics() -> Physics:
    """A floor, a box that lies on it, and a ball in the air."""
    physics = Physics(gravity=(0, -900))
    esper.add_processor(physics)
    esper.create_entity(Transform(400, 20), Collider(Box(600, 40)))
    esper.create_entity(Transform(300, 60), RigidBody(can_sleep=False), Collider(Box(40, 40)))
    esper.create_entity(Transform(500, 400), RigidBody(gravity_scale=0), Collider(Circle(20)))
    run(physics, 20)
    return physics


def run(physics: Physics, steps: int) -> None:
    for _ in range(steps):
        physics.step_once()


def of(lines, color) -> np.ndarray:
    """All points in a colour, whatever its alpha."""
    parts = [part.points[(part.colors[:, :3] == color[:3]).all(axis=1)] for part in lines]
    return np.concatenate([np.zeros((0, 2)), *parts])


# -- lines of the world --------------------------------------------------------------------------------


def test_contact_normals_stand_on_contact_points_and_point_from_a_to_b(physics):
    points, _ = contact_normals(physics.world, 10.0)
    strokes = points.reshape(-1, 2, 2, 2)[:, 0]  # of two contact points: each a stroke and a bar
    assert strokes[:, 0].tolist() == pytest.approx(np.array([[280, 40], [320, 40]]), abs=0.5)
    assert strokes[:, 1] - strokes[:, 0] == pytest.approx(np.array([[0, 10], [0, 10]]))


def test_fat_boxes_hold_their_shapes_and_cells_their_boxes(physics):
    moving = of(fat_boxes(physics.world, None), MOVING_BOX_COLOR).reshape(-1, 8, 2)
    assert len(moving) == 2
    for box, (x, y) in zip(moving, ((300, 60), (500, 400)), strict=True):
        assert (box.min(axis=0) <= (x - 20, y - 20)).all() and (box.max(axis=0) >= (x + 20, y + 20)).all()
    cells = of(tree_cells(physics.world.index, None), MOBILE_CELL_COLOR)
    assert len(cells) and cells.min() <= 300 and cells.max() >= 500


@pytest.mark.parametrize("broad_phase", ["sweep_and_prune", "brute_force"])
def test_other_broad_phases_have_no_cells_and_are_drawn_all_the_same(broad_phase):
    physics = Physics(broad_phase=broad_phase)
    esper.add_processor(physics)
    esper.create_entity(Transform(), RigidBody(), Collider(Circle(5)))
    run(physics, 2)
    assert sum(len(part.points) for part in tree_cells(physics.world.index, None)) == 0
    assert len(of(fat_boxes(physics.world, None), MOVING_BOX_COLOR)) == 8


def test_lines_out_of_view_are_skipped(physics):
    world = physics.world
    outlines = ShapeLines(world)
    bodies = world.bodies.rows[: world.bodies.count]
    poses = np.column_stack([bodies["x"], bodies["y"], bodies["angle"]])
    all_of_it = outlines.lines(poses, None)
    assert len(of([all_of_it], STATIC_COLOR)) == 8
    ball = outlines.lines(poses, Bounds(Vec2(450, 350), Vec2(550, 450)))
    assert len(of([ball], STATIC_COLOR)) == 0 and len(of([ball], AWAKE_COLOR)) == 50
    assert len(outlines.lines(poses, Bounds(Vec2(-9, -9), Vec2(-8, -8))).points) == 0


def test_shapes_that_came_changed_or_went_are_seen(physics):
    outlines = ShapeLines(physics.world)

    def corners() -> int:
        bodies = physics.world.bodies.rows[: physics.world.bodies.count]
        return len(outlines.lines(np.zeros((len(bodies), 3)), None).points)

    first = corners()
    new = esper.create_entity(Transform(900, 300), Collider(Box(10, 10)))
    physics.step_once()
    assert corners() == first + 8
    esper.add_component(new, Collider([Box(10, 10), Box(20, 4)]))
    physics.step_once()
    assert corners() == first + 16
    esper.delete_entity(new, immediate=True)
    physics.step_once()
    assert corners() == first


# -- what was asked and found --------------------------------------------------------------------------


def test_queries_of_the_last_second_are_drawn_and_fade(physics):
    recorder = Recorder(physics)
    physics.raycast((500, 700), (500, 0))
    recorder.run(True)
    assert not len(recorder.lines()[0].points)  # nobody listened
    physics.raycast((500, 700), (500, 0))
    assert of(recorder.lines(), colors.RAY_COLOR) == pytest.approx(np.array([[500, 700], [500, 420]]))
    assert of(recorder.lines(), colors.BEYOND_COLOR)[1] == pytest.approx((500, 0))
    assert of(recorder.lines(), colors.HIT_COLOR)[0] == pytest.approx((500, 420))
    run(physics, 30)
    faded = recorder.lines()[0].colors[:, 3]
    assert faded.max() < 160
    run(physics, 40)
    assert not len(of(recorder.lines(), colors.RAY_COLOR))


def test_every_kind_of_query_leaves_its_lines(physics):
    recorder = Recorder(physics)
    recorder.run(True)
    physics.raycast_all((500, 700), (500, 0))
    physics.raycast_many([(0, 700), (500, 700)], [(0, 600), (500, 0)])
    assert len(of(recorder.lines(), colors.RAY_COLOR)) == 6
    assert len(of(recorder.lines(), colors.HIT_COLOR)) == 4 * 3
    physics.shape_cast(Circle(10), (300, 200, 0), (0, -300))
    swept = of(recorder.lines(), colors.SWEEP_COLOR)
    assert swept[-1] == pytest.approx((300, 90), abs=0.5)  # where it meets the box
    physics.overlap(Box(10, 10), (100, 100, 0))
    physics.overlap_box((0, 0), (5, 5))
    physics.nearest((500, 500), 200)
    assert len(of(recorder.lines(), colors.AREA_COLOR)) == 8 + 8 + 2
    physics.raycast(start=(0, 0), end=(1, 1), mask=1)
    physics.raycast_all(start=(0, 0), end=(1, 1))
    physics.raycast_many(starts=[(0, 0)], ends=[(1, 1)])
    physics.shape_cast_all(shape=Circle(1), pose=(0, 0, 0), translation=(1, 1), ignore=1)
    physics.overlap(shape=Circle(1), pose=(0, 0, 0))
    physics.overlap_box(lower=(0, 0), upper=(1, 1), triggers=True)
    physics.nearest(p=(500, 500), max_distance=200)
    recorder.run(False)
    assert not {"raycast", "overlap", "end_step"} & set(vars(physics))  # as if it had never been there


def test_sweeps_and_times_of_impact_are_drawn(physics):
    recorder = Recorder(physics)
    recorder.run(True)
    bullet = RigidBody(velocity=(0, -6000), gravity_scale=0, continuous="bullet")
    esper.create_entity(Transform(600, 90), bullet, Collider(Circle(4), restitution=1))
    esper.create_entity(
        Transform(620, 300), RigidBody(velocity=(0, -1000)), Collider(Circle(3)), Projectile(max_distance=900)
    )
    run(physics, 1)
    way = of(recorder.lines(), colors.SWEEP_COLOR)
    assert (600, 90) in map(tuple, way.tolist())
    ring = of(recorder.lines(), colors.IMPACT_COLOR)
    assert ring.mean(axis=0) == pytest.approx((600, 40), abs=4)
    run(physics, 30)
    assert np.abs(of(recorder.lines(), colors.IMPACT_COLOR) - (620, 40)).sum(axis=1).min() < 30


def test_the_hand_of_an_impact_clock_tells_when_in_the_step_it_was():
    assert clock(0, 0, 0.25, 8.0)[-1] == pytest.approx((8, 0))
    assert clock(0, 0, 0.5, 8.0)[-1] == pytest.approx((0, -8))


def test_casters_are_drawn(physics):
    esper.create_entity(Transform(100, 60), Collider(Circle(5), mask=0), RayCaster((1, 0), 300))
    esper.create_entity(Transform(700, 200), Collider(Circle(5), mask=0), ShapeCaster(Circle(8), (0, -300)))
    recorder = Recorder(physics)
    recorder.run(True)
    run(physics, 1)
    assert of(recorder.lines(), colors.RAY_COLOR) == pytest.approx(np.array([[100, 60], [280, 60]]), abs=0.5)
    assert of(recorder.lines(), colors.SWEEP_COLOR)[-1] == pytest.approx((700, 48), abs=0.5)


# -- times ---------------------------------------------------------------------------------------------


class Slow(esper.Processor):
    def process(self, dt):
        sum(range(20_000))


def test_systems_are_timed_only_while_the_profile_runs(physics):
    from ecsphys import BroadPhaseSystem

    physics.insert(Slow(), before=BroadPhaseSystem)
    profile = Profile(physics)
    profile.run(True)
    run(physics, 3)
    latest = dict(zip(profile.names, profile.milliseconds[-1], strict=True))
    assert latest[GAME] > 0.05 and latest["narrow phase"] > 0 and latest["begin, events"] > 0
    assert (profile.milliseconds[-4] == 0).all() and (profile.milliseconds[-3:].sum(axis=1) > 0).all()
    counts = dict(zip(COUNTS, profile.counts[-1], strict=True))
    assert counts["bodies"] == 3 and counts["awake"] == 2 and counts["touching"] == 1
    profile.run(False)
    assert not physics.hooks.watchers
    assert all("process" not in vars(system) for system in physics.systems)


def test_the_engines_systems_are_timed_one_by_one(physics):
    profile = Profile(physics)
    profile.run(True)
    run(physics, 3)
    latest = dict(zip(profile.names, profile.milliseconds[-1], strict=True))
    assert latest["narrow phase"] > 0 and latest["integration"] > 0 and latest[GAME] == 0
    profile.run(False)
    run(physics, 1)
    assert (profile.milliseconds[-1] == list(latest.values())).all()


def test_a_system_that_comes_while_the_profile_runs_is_timed_too(physics):
    from ecsphys import BroadPhaseSystem

    profile = Profile(physics)
    profile.run(True)
    run(physics, 1)
    physics.insert(Slow(), before=BroadPhaseSystem)
    run(physics, 1)
    assert profile.milliseconds[-1][profile.names.index(GAME)] > 0.05


# -- the inspector -------------------------------------------------------------------------------------


class Tag:
    def __repr__(self) -> str:
        return "Tag(speed=1.23456789, words='" + 400 * "x" + "')"


def test_the_smallest_thing_under_the_mouse_is_meant(physics):
    small = esper.create_entity(Transform(400, 20), Collider(Circle(5), trigger=True))
    physics.step_once()
    assert pick(physics, (400, 20)) == small
    assert pick(physics, (390, 20)) == 1
    assert pick(physics, (500, 424)) == 3  # almost
    assert pick(physics, (800, 600)) is None


def test_components_are_shown_readably():
    entity = esper.create_entity(Transform(1 / 3, 2), Tag())
    lines = components_of(entity)
    assert lines[0] == "Transform(x=0.3333, y=2.0, angle=0.0)"
    assert lines[1].startswith("Tag(speed=1.235") and lines[-1].strip() == "…" and len(lines) < 6


def test_hovering_two_entities_tells_why_they_do_or_do_not_collide(physics, window):
    overlay = PhysicsOverlay(physics)
    overlay.hover((300, 60))
    overlay.pin()
    assert overlay.inspector.text() == []  # nothing is shown, so nothing is asked
    overlay.on_key_press(key.F1)
    overlay.hover((300, 60))
    overlay.pin()
    assert overlay.inspector.text()[0] == "entity 2"
    overlay.hover((500, 400))
    assert physics.explain(2, 3) in " ".join(overlay.inspector.text())
    esper.delete_entity(2, immediate=True)
    physics.step_once()
    assert overlay.inspector.text()[0] == "entity 3" and overlay.inspector.pinned is None
    overlay.hover(None)
    assert overlay.inspector.text() == []


# -- the overlay in a window ---------------------------------------------------------------------------


def picture(window, overlay):
    import arcade

    window.clear()
    overlay.draw_world()
    overlay.draw_screen(1280, 720)
    return arcade.get_image(0, 0, 1280, 720).convert("RGB")


def shown(image) -> set:
    return {color for _, color in image.getcolors(1_000_000)}


def test_nothing_is_drawn_while_all_is_off(physics, window):
    assert shown(picture(window, PhysicsOverlay(physics))) == {(0, 0, 0)}


@pytest.mark.parametrize(
    ("symbol", "wanted"),
    [
        (key.F1, {STATIC_COLOR, AWAKE_COLOR, NORMAL_COLOR}),
        (key.F2, {MOVING_BOX_COLOR, MOBILE_CELL_COLOR}),
        (key.F3, {colors.RAY_COLOR, colors.HIT_COLOR}),
    ],
)
def test_each_key_shows_its_lines_and_hides_them_again(physics, window, symbol, wanted):
    overlay = PhysicsOverlay(physics)
    assert overlay.on_key_press(symbol)
    physics.raycast((500, 700), (500, 0))
    assert {color[:3] for color in wanted} <= shown(picture(window, overlay))
    assert overlay.on_key_press(symbol)
    assert shown(picture(window, overlay)) == {(0, 0, 0)}


def test_the_hint_names_the_effect_of_pinning(physics, window, monkeypatch):
    overlay = PhysicsOverlay(physics, pin="Shift")
    overlay.on_key_press(key.F1)
    last = []
    monkeypatch.setattr(overlay._text, "draw", lambda left, top, lines: last.append(lines[-1]))
    overlay.hover((300, 60))
    picture(window, overlay)
    overlay.pin()
    picture(window, overlay)
    overlay.hover((500, 400))
    picture(window, overlay)
    assert last == [
        "Shift pins it; then point at another one: do they collide?",
        "pinned: point at another one; Shift lets go",
        "Shift pins this one instead of 2",
    ]


def test_the_keys_leave_the_floor_of_the_screen_to_the_game(physics, window):
    import arcade

    overlay = PhysicsOverlay(physics)
    overlay.on_key_press(key.F5)  # nothing but the keys
    window.clear()
    overlay.draw_screen(1280, 720, floor=200)
    image = arcade.get_image(0, 0, 1280, 720).convert("RGB")
    assert len(shown(image.crop((1060, 380, 1280, 520)))) > 20
    assert shown(image.crop((0, 520, 1280, 720))) == shown(image.crop((0, 0, 1060, 720))) == {(0, 0, 0)}


def test_f4_draws_graphs_that_follow_the_steps(physics, window):
    overlay = PhysicsOverlay(physics)
    overlay.on_key_press(key.F4)
    right = (900, 0, 1280, 360)
    run(physics, 1)
    early = picture(window, overlay).crop(right)
    run(physics, 60)
    late = picture(window, overlay).crop(right)
    assert len(shown(late)) > 20 and early.tobytes() != late.tobytes()
    run(physics, 200)  # past the width of the graphs
    picture(window, overlay)


def test_pause_single_step_and_slow_motion(physics, window):
    overlay = PhysicsOverlay(physics)
    assert not overlay.on_key_press(key.A)
    overlay.on_key_press(key.F5)
    steps = physics.step_count
    esper.process(1 / 60)
    assert physics.step_count == steps
    overlay.on_key_press(key.F6)
    assert physics.step_count == steps + 1 and physics.paused
    assert len(shown(picture(window, overlay))) > 10  # the keys, so that one finds the way back
    overlay.on_key_press(key.F5)
    overlay.on_key_press(key.F7)
    for _ in range(10):
        esper.process(1 / 60)
    assert physics.step_count == steps + 1 + 2
    overlay.on_key_press(key.F7)
    assert physics.time_scale == 1.0


def test_switches_stay_on_after_a_restart_and_the_old_physics_is_restored(physics, window):
    overlay = PhysicsOverlay(physics)
    for symbol in (key.F1, key.F3, key.F4):
        overlay.on_key_press(symbol)
    esper.switch_world("another")
    other = Physics()
    esper.add_processor(other)
    overlay.watch(other)
    assert overlay.debug.shapes and overlay.debug.casts and overlay.profile.running
    assert not {"raycast", "end_step"} & set(vars(physics)) and not physics.hooks.watchers


def test_ten_thousand_lines_are_one_buffer_and_one_call(physics, window, monkeypatch):
    import arcade

    calls = []
    overlay = PhysicsOverlay(physics)
    for symbol in (key.F1, key.F2, key.F3):
        overlay.on_key_press(symbol)
    overlay.hover((300, 60))
    for k in range(1500):
        esper.create_entity(Transform(10 * (k % 100), 10 * (k // 100)), Collider(Box(6, 6)))
    physics.step_once()
    render = arcade.gl.Geometry.render
    monkeypatch.setattr(arcade.gl.Geometry, "render", lambda *a, **k: (calls.append(a), render(*a, **k)))
    overlay.draw_world()
    assert len(calls) == 1 and overlay.debug.segments > 10_000
