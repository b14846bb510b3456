"""Components of space: what they hold, before, while and after a world has them."""

from __future__ import annotations

import copy
import math
import pickle

import esper
import numpy as np
import pytest

from ecsphys import PhysicsWarning
from ecsphys import space3d as s3
from tests.space3d.things import ball, body, collider, ground, motion, physics, run, transform

QUARTER = s3.from_axis_angle((0, 0, 1), math.pi / 2)


def test_a_transform_holds_its_pose_before_any_world() -> None:
    place = s3.Transform3D(1, 2, 3, QUARTER)
    assert place.position == (1, 2, 3)
    assert place.orientation == QUARTER
    assert place.pose == ((1, 2, 3), QUARTER)
    place.x, place.z = 5, -1
    assert place.position == (5, 2, -1)
    place.pose = (7, 8, 9)  # a mere position
    assert place.pose == ((7, 8, 9), QUARTER)
    place.pose = ((0, 0, 0), (2, 0, 0, 0))
    assert place.orientation == (1, 0, 0, 0)
    assert place.interpolated == place.pose


def test_points_between_frames() -> None:
    place = s3.Transform3D(1, 2, 3, QUARTER)
    assert place.local_to_world((1, 0, 0)) == pytest.approx((1, 3, 3))
    assert place.world_to_local((1, 3, 3)) == pytest.approx((1, 0, 0))


@pytest.mark.parametrize(
    "make, error",
    [
        (lambda: s3.Transform3D(math.nan), ValueError),
        (lambda: s3.Transform3D("a"), TypeError),
        (lambda: s3.Transform3D(orientation=(0, 0, 0, 0)), ValueError),
        (lambda: s3.Transform3D(orientation=(1, 0, 0)), TypeError),
        (lambda: s3.Body3D("wobbly"), ValueError),
        (lambda: s3.Body3D(mass=0), ValueError),
        (lambda: s3.Body3D(mass=math.inf), ValueError),
        (lambda: s3.Body3D(inertia=(1, 1)), ValueError),
        (lambda: s3.Body3D(inertia=(1, -1, 1)), ValueError),
        (lambda: s3.Body3D(inertia=[[1, 2, 0], [0, 1, 0], [0, 0, 1]]), ValueError),
        (lambda: s3.Body3D(inertia="heavy"), TypeError),
        (lambda: s3.Body3D(inertia=(1, 1, 10)), ValueError),
        (lambda: s3.Body3D(inertia=[[3, 1, 0], [1, 3, 0], [0, 0, 0.5]]), ValueError),
        (lambda: s3.Body3D(velocity=(1, 2)), TypeError),
        (lambda: s3.Body3D(velocity=(1, 2, math.nan)), ValueError),
        (lambda: s3.Body3D(linear_damping=-1), ValueError),
        (lambda: s3.Body3D(continuous="maybe"), ValueError),
        (lambda: s3.Collider3D(3), TypeError),
        (lambda: s3.Collider3D([]), TypeError),
        (lambda: s3.Collider3D(s3.Sphere(1), density=0), ValueError),
        (lambda: s3.Collider3D(s3.Sphere(1), friction=-1), ValueError),
        (lambda: s3.Collider3D(s3.Sphere(1), layer=1.5), TypeError),
        (lambda: s3.Collider3D(s3.Sphere(1), offset=(1, 2)), TypeError),
        (lambda: s3.Physics3D((0, 1)), TypeError),
        (lambda: s3.Physics3D(step=0), ValueError),
        (lambda: s3.Physics3D(step=2), ValueError),
        (lambda: s3.Physics3D(broad_phase="quadtree"), ValueError),
        (lambda: s3.Physics3D(length_unit=0), ValueError),
    ],
)
def test_bad_input_stops_at_the_door(make, error) -> None:
    with pytest.raises(error):
        make()


def test_inertia_is_that_of_a_body() -> None:
    """No moment exceeds the sum of the other two; that of a flat body is the sum, but for rounding."""
    for flat in ((0.333, 0.333, 0.667), (1 / 12, 1 / 3, 5 / 12), (2, 1, 1)):
        s3.Body3D(inertia=flat)
    thing = s3.Body3D(inertia=(1, 1, 1))
    with pytest.raises(ValueError, match=r"inertia .* sum of the other two, got \(1, 1, 10\), with moments"):
        thing.inertia = (1, 1, 10)
    assert thing.inertia.tolist() == np.eye(3).tolist()


def test_misspelt_attributes_are_refused() -> None:
    for thing in (s3.Transform3D(), s3.Body3D(), s3.Collider3D(s3.Sphere(1)), s3.Physics3D()):
        with pytest.raises(AttributeError):
            thing.velocty = 1


def test_mass_follows_from_density_and_volume() -> None:
    physics()
    entity = body(s3.Box(1, 2, 3), density=2)
    run()
    own = motion(entity)
    assert own.mass == pytest.approx(12)
    assert own.inertia == pytest.approx(np.diag([13.0, 10.0, 5.0]))


def test_a_given_mass_scales_the_inertia_and_a_given_inertia_wins() -> None:
    physics()
    scaled, given = body(s3.Box(1, 2, 3), mass=6), body(s3.Box(1, 2, 3), 10, inertia=(1, 2, 3))
    run()
    assert motion(scaled).inertia == pytest.approx(np.diag([6.5, 5.0, 2.5]))
    assert motion(given).inertia == pytest.approx(np.diag([1.0, 2.0, 3.0]))
    motion(scaled).mass = None
    run()
    assert motion(scaled).mass == pytest.approx(6)
    assert motion(scaled).inertia == pytest.approx(np.diag([6.5, 5.0, 2.5]))


def test_offsets_move_the_centre_of_mass() -> None:
    """A bar that hangs off its origin turns about its middle: the origin is not pushed off."""
    physics()
    entity = body(s3.Box(2, 1, 1), offset=(1, 0, 0), lock_rotation=False)
    run()
    motion(entity).apply_impulse((0, 4, 0), point=(2, 0, 0))
    assert motion(entity).angular_velocity.z > 0
    assert motion(entity).velocity == pytest.approx((0, 2, 0))
    assert motion(entity).velocity_at((1, 0, 0)) == pytest.approx((0, 2, 0))


def test_impulses_of_a_turned_body_use_its_inertia() -> None:
    physics()
    entity = body(s3.Box(1, 2, 3), turned=QUARTER)
    run()
    motion(entity).apply_angular_impulse((1, 0, 0))  # along the body's -y
    assert motion(entity).angular_velocity == pytest.approx((1 / 5, 0, 0))


def test_forces_act_for_one_step() -> None:
    physics()
    entity = ball(density=1)
    run()
    mass = motion(entity).mass
    motion(entity).apply_force((mass * 60, 0, 0))
    run()
    assert motion(entity).velocity == pytest.approx((1, 0, 0))
    run()
    assert motion(entity).velocity == pytest.approx((1, 0, 0))


def test_calls_before_the_first_step_wait_for_the_mass() -> None:
    physics()
    entity = ball()
    motion(entity).apply_impulse((1, 0, 0))
    assert motion(entity).velocity == (0, 0, 0)
    run()
    assert motion(entity).velocity == pytest.approx((1 / motion(entity).mass, 0, 0))


def test_what_no_force_moves_warns() -> None:
    physics()
    entity = ball(kind="kinematic")
    with pytest.warns(PhysicsWarning, match="no effect"):
        motion(entity).apply_force((1, 0, 0))
    with pytest.warns(PhysicsWarning, match="static"):
        s3.Body3D.static(velocity=(1, 0, 0))


@pytest.mark.parametrize("seconds", [0.1, 0.025, 1 / 60])
def test_move_to_arrives_with_the_turn(seconds: float) -> None:
    physics()
    entity = body(s3.Box(1, 1, 1), kind="kinematic")
    run()
    turn = s3.from_axis_angle((1, 2, 3), 0.7)
    motion(entity).move_to(((1, 2, 3), turn), seconds)
    run(10)
    assert transform(entity).position == pytest.approx((1, 2, 3), abs=1e-9)
    assert transform(entity).orientation == pytest.approx(turn, abs=1e-9)
    assert motion(entity).velocity == (0, 0, 0)
    with pytest.raises(ValueError, match="kinematic"):
        motion(ball()).move_to((0, 0, 0), 1)


def test_aabbs_never_turn() -> None:
    physics()
    entity = body(s3.AABB(1, 2, 3), angular_velocity=(0, 0, 0))
    run()
    motion(entity).apply_impulse((1, 0, 0), point=(0, 1, 0))
    assert motion(entity).angular_velocity == (0, 0, 0)


def test_locked_axes_stay() -> None:
    physics((1, -10, 2))
    entity = ball(lock_x=True, lock_z=True, lock_rotation=True)
    run(10)
    assert (transform(entity).x, transform(entity).z) == (0, 0)
    assert transform(entity).y < 0
    motion(entity).lock_y = True
    high = transform(entity).y
    run(2)
    assert transform(entity).y == high
    assert motion(entity).lock_y


def test_planes_and_meshes_are_for_static_bodies() -> None:
    physics()
    entity = body(s3.Plane((0, 1, 0)))
    with pytest.raises(ValueError, match=f"Plane serves static bodies only, entity {entity}"):
        run()
    esper.remove_component(entity, s3.Body3D)
    run()


def test_a_component_belongs_to_one_entity() -> None:
    physics()
    place = s3.Transform3D()
    first = esper.create_entity(place, s3.Collider3D(s3.Sphere(1)))
    run()
    esper.create_entity(place, s3.Collider3D(s3.Sphere(1)))
    with pytest.raises(ValueError, match=f"already entity {first}'s"):
        run()


def test_components_keep_their_values_when_they_leave() -> None:
    physics((0, -10, 0))
    entity = ball(y=5)
    place, own, shapes = transform(entity), motion(entity), collider(entity)
    run(5)
    at, velocity = place.position, own.velocity
    esper.delete_entity(entity)
    run(3)
    assert (place.position, own.velocity) == (at, velocity)
    assert shapes.shape == s3.Sphere(0.5)
    place.y = 7
    assert place.y == 7
    again = esper.create_entity(place, own, shapes)
    run()
    assert transform(again).y == pytest.approx(7, abs=0.1)


@pytest.mark.parametrize("adopted", [False, True])
def test_copies_and_pickles(adopted: bool) -> None:
    physics()
    entity = body(s3.Hull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]), 1, 2, 3, mass=2, inertia=(1, 2, 3))
    motion(entity).velocity = (1, 0, 0)
    if adopted:
        run(0)
        esper.process(0)
    for copied in (copy.copy, copy.deepcopy, lambda part: pickle.loads(pickle.dumps(part))):
        place, own, shapes = (copied(part) for part in esper.components_for_entity(entity))
        assert place.pose == transform(entity).pose
        assert own.velocity == motion(entity).velocity
        assert own.mass == 2
        assert shapes.shape == collider(entity).shape
        new = esper.create_entity(place, own, shapes)
        run()
        assert motion(new).inertia == pytest.approx(np.diag([1.0, 2.0, 3.0]))
        esper.delete_entity(new, immediate=True)


def test_changed_colliders_count_from_the_next_step() -> None:
    physics((0, -10, 0))
    ground()
    entity = ball(y=0.5)
    run(5)
    collider(entity).shape = s3.Sphere(0.25)
    collider(entity).friction = 0.1
    run(60)
    assert transform(entity).y == pytest.approx(0.25, abs=0.02)
    collider(entity).enabled = False
    run(30)
    assert transform(entity).y < 0


def test_compound_shapes_rest_on_each_of_them() -> None:
    physics((0, -10, 0))
    ground()
    legs = [s3.Capsule.between((x, -0.5, z), (x, 0.5, z), 0.1) for x in (-1, 1) for z in (-1, 1)]
    entity = body([*legs, s3.Box(2, 0.2, 2)], y=0.7)
    run(60)
    assert transform(entity).y == pytest.approx(0.6, abs=0.02)
    assert abs(transform(entity).orientation.w) > 0.999


def test_interpolation_between_steps() -> None:
    clock = physics()
    entity = body(s3.Box(1, 1, 1), velocity=(60, 0, 0), angular_velocity=(0, 0, 6))
    esper.process(1.5 / 60)
    assert clock.alpha == pytest.approx(0.5)
    assert transform(entity).interpolated.position == pytest.approx((0.5, 0, 0))
    half = s3.from_axis_angle((0, 0, 1), 0.05)
    assert transform(entity).interpolated.orientation == pytest.approx(half, abs=1e-6)
    transform(entity).position = (0, 5, 0)
    assert transform(entity).interpolated.position == (0, 5, 0)


def test_bulk_rows() -> None:
    clock = physics()
    first, second = ball(x=1), ball(x=5)
    run()
    assert clock.bodies["entity"].tolist() == [first, second]
    clock.bodies["vy"] = 3.0
    run()
    assert motion(first).velocity.y == motion(second).velocity.y == 3
    esper.delete_entity(first)
    assert clock.bodies["x"].tolist() == [5]
    clock.bodies["vx"][0] = math.nan
    with pytest.raises(ValueError, match=f"entity {second}: vx must be finite"):
        run()


def test_values_out_of_range_are_refused_before_anything_moves() -> None:
    physics()
    good, bad = ball(velocity=(1, 0, 0)), ball(x=9)
    run()
    at = transform(good).x
    transform(bad).z = math.inf
    with pytest.raises(ValueError, match=f"entity {bad}: z must be"):
        run()
    assert transform(good).x == at
    transform(bad).z = 0
    run()
    assert transform(good).x > at


def test_what_leaves_the_range_is_put_aside() -> None:
    clock = physics((0, 1e12, 0))
    entity = ball()
    with pytest.warns(PhysicsWarning, match="put aside"):
        run(120)
    assert clock.lost == (entity,)
    assert math.isfinite(transform(entity).y)
    clock.gravity = (0, 0, 0)
    transform(entity).position = (0, 0, 0)
    run()
    assert clock.lost == ()
