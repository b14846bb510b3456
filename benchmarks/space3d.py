"""Pairs, crowds and rays in space beside python-fcl and coal, and piles.

`python -m benchmarks.space3d [--pairs]`.

All in one process, in turns, each figure the least time of its rounds (of the thread, so that other programs
count little; ratios count). Libraries that are not there are left out. `--pairs`: without crowds and rays,
which `benchmarks.space3d_broad` shows in more detail, and piles.

A single call is one from Python with shapes and poses that are there already; fcl and coal get objects with
their poses set, a request for four contacts and a new result. In batches both shapes are turned at random and
their centres are 0.5 to 1.1 of the distance apart at which the balls around them touch.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import esper
import numpy as np

from ecsphys.compile import records
from ecsphys.space3d import (
    Body3D,
    Box,
    Capsule,
    Collider3D,
    Hull,
    Physics3D,
    Pose3,
    Shape3,
    Sphere,
    Transform3D,
    geometry,
)
from ecsphys.space3d.math3d.quaternion import rotation_of
from ecsphys.space3d.spatial.broad_phase import make_index
from ecsphys.spatial.pair_keys import split_keys
from ecsphys.world.shapes import FILTER

from .space3d_broad import HALF, MARGIN, Crowd, Least, least, measure_rays

ROUNDS = 9
CALLS = 2000  # a round
BATCH = 10_000
SETTLING, STEPS = 100, 200


def _round_hull(seed: int) -> Hull:
    """Return the hull of 16 points on a sphere."""
    points = np.random.default_rng(seed).normal(size=(16, 3))
    return Hull(points / np.linalg.norm(points, axis=1)[:, None])


HERE = Pose3((0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))
NEAR = Pose3((0.3, 0.2, 1.5), (0.8, 0.0, 0.6, 0.0))
PAIRS: dict[str, tuple[Shape3, Shape3]] = {
    "sphere, sphere": (Sphere(1), Sphere(1)),
    "sphere, box": (Sphere(1), Box(2, 2, 2)),
    "capsule, box": (Capsule.between((0, 0, -1), (0, 0, 1), 0.5), Box(2, 2, 2)),
    "box, box": (Box(2, 2, 2), Box(2, 2, 2)),
    "hull, hull (16)": (_round_hull(0), _round_hull(1)),
}


def installed(name: str) -> Any | None:
    """Import a library, if it is there."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def microseconds(call: Callable[[], object]) -> float:
    """Return the time of one call."""
    call()
    rounds = []
    for _ in range(ROUNDS):
        start = time.thread_time()
        for _ in range(CALLS):
            call()
        rounds.append(time.thread_time() - start)
    return min(rounds) / CALLS * 1e6


class Calls(NamedTuple):
    """How one library collides two shapes, and how it measures their distance."""

    collide: Callable[[], object]
    distance: Callable[[], object]


def our_calls(a: Shape3, b: Shape3) -> Calls:
    """Return those of ecsphys."""
    return Calls(lambda: geometry.collide(a, HERE, b, NEAR), lambda: geometry.distance(a, HERE, b, NEAR))


def fcl_calls(fcl: Any, a: Shape3, b: Shape3) -> Calls:
    """Return those of python-fcl."""

    def shape(of: Shape3) -> Any:
        if isinstance(of, Sphere):
            return fcl.Sphere(of.radius)
        if isinstance(of, Box):
            return fcl.Box(of.width, of.height, of.depth)
        if isinstance(of, Capsule):
            return fcl.Capsule(of.radius, of.height - 2 * of.radius)
        faces = [number for face in of.faces for number in (len(face), *face)]
        return fcl.Convex(np.array(of.vertices), len(of.faces), np.array(faces))

    one, other = (
        fcl.CollisionObject(shape(of), fcl.Transform(np.array(pose.orientation), np.array(pose.position)))
        for of, pose in ((a, HERE), (b, NEAR))
    )
    request = fcl.CollisionRequest(num_max_contacts=4, enable_contact=True)
    closest = fcl.DistanceRequest(enable_nearest_points=True)
    return Calls(
        lambda: fcl.collide(one, other, request, fcl.CollisionResult()),
        lambda: fcl.distance(one, other, closest, fcl.DistanceResult()),
    )


def coal_calls(coal: Any, a: Shape3, b: Shape3) -> Calls:
    """Return those of coal."""

    def shape(of: Shape3) -> Any:
        if isinstance(of, Sphere):
            return coal.Sphere(of.radius)
        if isinstance(of, Box):
            return coal.Box(of.width, of.height, of.depth)
        if isinstance(of, Capsule):
            return coal.Capsule(of.radius, of.height - 2 * of.radius)
        points = coal.StdVec_Vec3s()
        for vertex in of.vertices:
            points.append(np.array(vertex))
        return coal.Convex.convexHull(points, False, "")

    one, other = shape(a), shape(b)
    here, near = (
        coal.Transform3s(np.array(rotation_of(*pose.orientation)).reshape(3, 3), np.array(pose.position))
        for pose in (HERE, NEAR)
    )
    request, closest = coal.CollisionRequest(coal.CollisionRequestFlag.CONTACT, 4), coal.DistanceRequest()
    return Calls(
        lambda: coal.collide(one, here, other, near, request, coal.CollisionResult()),
        lambda: coal.distance(one, here, other, near, closest, coal.DistanceResult()),
    )


def measure_batch(a: Shape3, b: Shape3) -> tuple[float, float]:
    """Return microseconds a pair of many, and the share of pairs that touch."""
    rng = np.random.default_rng(1)
    turns = rng.normal(size=(2, BATCH, 4))
    turns /= np.linalg.norm(turns, axis=2)[:, :, None]
    ways = rng.normal(size=(BATCH, 3))
    reach = a.unit_mass.reach + b.unit_mass.reach
    ways *= rng.uniform(0.5, 1.1, (BATCH, 1)) * reach / np.linalg.norm(ways, axis=1)[:, None]
    poses_a, poses_b = np.hstack([np.zeros((BATCH, 3)), turns[0]]), np.hstack([ways, turns[1]])
    found = geometry.collide_many(a, poses_a, b, poses_b)
    best = least(lambda: None, lambda _: len(geometry.collide_many(a, poses_a, b, poses_b).count), ROUNDS)
    return best.ms / BATCH * 1e3, float((found.count > 0).mean())


def measure_crowd(count: int) -> Least:
    """Update an index as a world does, and collide the pairs of fat boxes that it gives."""
    crowd, box, reach = Crowd(count, 1.0), Box(2 * HALF, 2 * HALF, 2 * HALF), HALF + MARGIN
    filters = records(count, FILTER)
    filters["body"], filters["layer"], filters["mask"], filters["combined_mask"] = np.arange(count), 1, -1, -1
    filters["mobile"] = 1
    fat, ids = np.hstack([crowd.centers - reach, crowd.centers + reach]), np.arange(count)
    index = make_index("bounding_volume_tree")
    index.insert(fat, filters, ids)
    index.update(fat, filters, ids)

    def run(_: Any) -> int:
        fat[:] = np.hstack([crowd.centers - reach, crowd.centers + reach])
        a, b = split_keys(index.update(fat, filters, ids))
        found = geometry.collide_many(box, crowd.centers[a], box, crowd.centers[b])
        return int((found.count > 0).sum())

    return least(crowd.step, run, 5)


def crowd_of_fcl(count: int) -> Least:
    """Update fcl's manager and collide with its own callback, one contact a pair."""
    import fcl

    crowd, box = Crowd(count, 1.0), fcl.Box(2 * HALF, 2 * HALF, 2 * HALF)
    objects = [fcl.CollisionObject(box, fcl.Transform(at)) for at in crowd.centers]
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects(objects)
    manager.setup()

    def prepare() -> Any:
        crowd.step()
        for one, center in zip(objects, crowd.centers, strict=True):
            one.setTranslation(center)
        return fcl.CollisionData(fcl.CollisionRequest(num_max_contacts=10 * count, enable_contact=True))

    def run(data: Any) -> int:
        manager.update()
        manager.collide(data, fcl.defaultCollisionCallback)
        return len(data.result.contacts)

    return least(prepare, run, 3)


def crowd_of_coal(count: int) -> Least:
    """Update coal's manager and collide with its own callback."""
    import coal

    crowd, box = Crowd(count, 1.0), coal.Box(2 * HALF, 2 * HALF, 2 * HALF)
    objects = [coal.CollisionObject(box, coal.Transform3s(np.eye(3), at)) for at in crowd.centers]
    manager = coal.DynamicAABBTreeCollisionManager()
    for one in objects:
        manager.registerObject(one)
    manager.setup()

    def prepare() -> Any:
        crowd.step()
        for one, center in zip(objects, crowd.centers, strict=True):
            one.setTranslation(center)
            one.computeAABB()
        callback = coal.CollisionCallBackDefault()
        callback.data.request = coal.CollisionRequest(coal.CollisionRequestFlag.CONTACT, 10 * count)
        return callback

    def run(callback: Any) -> int:
        manager.update()
        manager.collide(callback)
        return int(callback.data.result.numContacts())

    return least(prepare, run, 3)


def print_pairs() -> None:
    """Print single calls and batches."""
    fcl, coal = installed("fcl"), installed("coal")
    others = [
        (name, calls, lib)
        for name, calls, lib in (("fcl", fcl_calls, fcl), ("coal", coal_calls, coal))
        if lib
    ]
    names = ["ecsphys", *(name for name, _, _ in others)]
    print(f"{'us a call from Python':20}" + "".join(f"{'collide, ' + name:>20}" for name in names)
          + "".join(f"{'distance, ' + name:>20}" for name in names))  # fmt: skip
    for name, (a, b) in PAIRS.items():
        calls = [our_calls(a, b), *(make(lib, a, b) for _, make, lib in others)]
        times = [microseconds(one.collide) for one in calls] + [microseconds(one.distance) for one in calls]
        print(f"{name:20}" + "".join(f"{t:20.2f}" for t in times), flush=True)
    print(f"\n{'us a pair of many':20}{'collide_many':>20}{'touching':>20}")
    for name, (a, b) in PAIRS.items():
        each, touching = measure_batch(a, b)
        print(f"{name:20}{each:20.3f}{touching:20.0%}", flush=True)


def print_crowds() -> None:
    """Print broad and narrow phase together, and rays."""
    print(f"\n{'ms for 10,000 boxes that move: bounds, pairs and contacts (contacts)':20}")
    for name, measure in (("ecsphys", measure_crowd), ("coal", crowd_of_coal), ("fcl", crowd_of_fcl)):
        if name == "ecsphys" or installed(name):
            ms, contacts = measure(10_000)
            print(f"{name:20}{ms:20.2f} ({contacts})", flush=True)
    ms, _ = measure_rays("bounding_volume_tree", 5000, 10_000)
    print(f"\n{'million rays a second at 5,000 boxes':20}{10.0 / ms:20.2f}")


def measure_pile(side: int, tumbled: bool) -> tuple[float, float, int]:
    """Return the median and least milliseconds of a step of side³ cubes, and how many pairs touch.

    They fall on a floor in rows, or turned at random into a heap, and do not sleep.
    """
    esper.switch_world(f"pile {tumbled}")
    physics = Physics3D((0, -9.81, 0), sleeping=False)
    esper.add_processor(physics)
    esper.create_entity(Transform3D(0, -0.5, 0), Collider3D(Box(100, 1, 100)))
    rng, cube = np.random.default_rng(0), Box(1, 1, 1)
    for at in np.ndindex(side, side, side):
        grid = np.add(at, (0, 1, 0)) * (1.15, 1.5 if tumbled else 1.15, 1.15)
        x, y, z = (grid + rng.uniform(-0.1, 0.1, 3)).tolist()
        w, i, j, k = rng.normal(size=4).tolist() if tumbled else (1.0, 0.0, 0.0, 0.0)
        esper.create_entity(Transform3D(x, y, z, (w, i, j, k)), Body3D(), Collider3D(cube))
    times = []
    for _ in range(SETTLING + STEPS):
        start = time.thread_time()
        esper.process(1 / 60)
        times.append(1e3 * (time.thread_time() - start))
    return float(np.median(times[SETTLING:])), min(times[SETTLING:]), len(physics.collisions)


def print_piles() -> None:
    """Print whole steps of worlds."""
    print(f"\n{'ms a step of 1,000 boxes, median (least)':40}")
    for name, tumbled in (("in rows", False), ("a heap", True)):
        median, best, touching = measure_pile(10, tumbled)
        print(f"{name:20}{median:20.2f} ({best:.2f}), {touching} pairs touch", flush=True)


def main() -> None:
    """Print all tables."""
    print_pairs()
    if "--pairs" not in sys.argv:
        print_crowds()
        print_piles()


if __name__ == "__main__":
    main()
