"""Pairs, crowds, rays and worlds in space beside python-fcl and coal: `python -m benchmarks.space3d`.

All in one process, in turns, each figure the least time of its rounds (of the thread, so that other programs
count little; ratios count), of a step of a world the median. Libraries that are not there are left out.
`--pairs`: pairs only; `benchmarks.space3d_broad` shows crowds and rays in more detail. `--save` writes
`SPACE3D.md`, of which the documentation makes its tables, and wants both libraries.

A single call is one from Python with shapes and poses that are there already; fcl and coal get objects with
their poses set, a request for four contacts and a new result. In batches both shapes are turned at random and
their centres are 0.5 to 1.1 of the distance apart at which the balls around them touch.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import esper
import numpy as np

import ecsphys
from ecsphys.compile import records
from ecsphys.space3d import (
    Body3D,
    Box,
    Capsule,
    CharacterController3D,
    Collider3D,
    Hull,
    Mesh,
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

RESULTS = Path(__file__).with_name("SPACE3D.md")
MARK = "<!-- what the documentation shows -->"
LIBRARIES = {"fcl": "python-fcl", "coal": "coal"}
ROUNDS = 9
CALLS = 2000  # a round
BATCH = 10_000


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
    """Update fcl's manager and collide with its own callback, which makes four contacts a pair."""
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


# -- steps of worlds -----------------------------------------------------------------------------------


def _hills(n: int) -> Mesh:
    """Return 2 n x n triangles of gentle hills, 2 to 4 below the origin."""
    x, z = (part.ravel() for part in np.meshgrid(*[np.linspace(-n, n, n + 1)] * 2, indexing="ij"))
    corner = (np.arange(n)[:, None] * (n + 1) + np.arange(n)).ravel()[:, None]
    faces = np.concatenate([np.add(corner, (0, 1, n + 2)), np.add(corner, (0, n + 2, n + 1))])
    return Mesh(np.stack([x, np.sin(0.4 * x) - 3, z], axis=1), faces)


def _fill_pile(make: Callable[[int], Shape3]) -> None:
    """Drop 1,000 bodies, turned at random, that never sleep into a box without lid."""
    for x, z, width, depth in ((0, 0, 16, 16), (7, 0, 1, 16), (-7, 0, 1, 16), (0, 7, 16, 1), (0, -7, 16, 1)):
        height = 1 if width == depth else 30
        esper.create_entity(Transform3D(x, height / 2 - 1, z), Collider3D(Box(width, height, depth)))
    turns = np.random.default_rng(1).normal(size=(1000, 4)).tolist()
    for k, (w, x, y, z) in enumerate(turns):
        place = Transform3D(1.3 * (k % 9 - 4), 1 + 1.5 * (k // 81), 1.3 * (k // 9 % 9 - 4), (w, x, y, z))
        esper.create_entity(place, Body3D(can_sleep=False), Collider3D(make(k)))


def fill_boxes() -> None:
    """A pile of boxes."""
    _fill_pile(lambda k: Box(1, 1, 1))


def fill_rows() -> None:
    """Drop boxes on a floor in ten rows of ten stacks of ten, almost in line."""
    esper.create_entity(Transform3D(0, -0.5, 0), Collider3D(Box(100, 1, 100)))
    random, box = np.random.default_rng(0), Box(1, 1, 1)
    for at in np.ndindex(10, 10, 10):
        x, y, z = (1.15 * np.add(at, (0, 1, 0)) + random.uniform(-0.1, 0.1, 3)).tolist()
        esper.create_entity(Transform3D(x, y, z), Body3D(can_sleep=False), Collider3D(box))


def fill_mixed() -> None:
    """A pile of spheres, boxes, capsules and hulls of 16 corners."""
    shapes = (Sphere(0.5), Box(1, 1, 1), Capsule(1.4, 0.4), Hull(0.6 * np.array(_round_hull(0).vertices)))
    _fill_pile(lambda k: shapes[k % 4])


def fill_characters() -> None:
    """Characters that walk over hills of triangles."""
    esper.create_entity(Transform3D(), Collider3D(_hills(32)))
    for k in range(100):
        hero = CharacterController3D()
        hero.move((3 * np.cos(k), 0, 3 * np.sin(k)))
        place = Transform3D(2.5 * (k % 10 - 5), 0, 2.5 * (k // 10 - 5))
        esper.create_entity(place, Body3D.kinematic(), Collider3D(Capsule(1.8, 0.35)), hero)


WORLDS = {
    "1,000 boxes in a pile, awake": fill_boxes,
    "1,000 boxes in stacks, awake": fill_rows,
    "1,000 spheres, boxes, capsules and hulls in a pile, awake": fill_mixed,
    "100 characters on a mesh of 2,048 triangles": fill_characters,
}


def measure_world(fill: Callable[[], None]) -> float:
    """Return the milliseconds of a step of a world that has had four seconds to settle."""
    esper.switch_world(f"space {fill.__name__}")
    physics = Physics3D(gravity=(0, -9.81, 0))
    esper.add_processor(physics)
    fill()
    for _ in range(240):
        physics.step_once()
    times = []
    for _ in range(200):
        start = time.thread_time()
        physics.step_once()
        times.append(time.thread_time() - start)
    return statistics.median(times) * 1e3


# -- tables in Markdown --------------------------------------------------------------------------------


def table(head: list[str], rows: list[list[str]]) -> Iterator[str]:
    """Yield a table; all columns but the first are numbers."""
    for cells in (head, ["---", *["--:"] * (len(head) - 1)], *rows):
        yield f"| {' | '.join(cells)} |"
    yield ""


def pairs() -> Iterator[str]:
    """Yield single calls and batches."""
    makers = {"fcl": fcl_calls, "coal": coal_calls}
    others = {name: lib for name in makers if (lib := installed(name))}
    names = ["ecsphys", *others]
    rows = []
    for name, (a, b) in PAIRS.items():
        calls = [our_calls(a, b), *(makers[other](lib, a, b) for other, lib in others.items())]
        times = [microseconds(one.collide) for one in calls] + [microseconds(one.distance) for one in calls]
        each, touching = measure_batch(a, b)
        rows.append([name, *(f"{t:.2f}" for t in times), f"{each:.3f} ({touching:.0%})"])
    yield "Microseconds of a call from Python, and of one of 10,000 pairs of `collide_many`:"
    yield ""
    head = [f"{kind}, {name}" for kind in ("`collide`", "`distance`") for name in names]
    yield from table(["two shapes", *head, "of many (touching)"], rows)


def crowds_and_rays() -> Iterator[str]:
    """Yield broad and narrow phase together, and rays."""
    rows = []
    for name, measure in (("ecsphys", measure_crowd), ("coal", crowd_of_coal), ("fcl", crowd_of_fcl)):
        if name == "ecsphys" or installed(name):
            ms, contacts = measure(10_000)
            rows.append([name, f"{ms:.1f}", f"{contacts:,}"])
    yield "10,000 boxes that all move: bounds, pairs and contacts of one step:"
    yield ""
    yield from table(["library", "ms", "found: pairs (of fcl: points, four a pair)"], rows)
    ms, _ = measure_rays("bounding_volume_tree", 5000, 10_000)
    rate = 10.0 / ms
    yield f"Rays among 5,000 turned boxes, by the kernels of `raycast_many`: {rate:.1f} million a second."
    yield ""


def worlds() -> Iterator[str]:
    """Yield steps of worlds."""
    yield "CPU milliseconds of a step, medians of 200:"
    yield ""
    yield from table(["world", "ms"], [[name, f"{measure_world(fill):.2f}"] for name, fill in WORLDS.items()])


def heading() -> str:
    """Return when and with what it was measured."""
    others = (package for name, package in LIBRARIES.items() if installed(name))
    versions = [f"{package} {importlib.metadata.version(package)}" for package in ("numpy", *others)]
    return (
        f"{date.today()}, {os.cpu_count()} cores, {platform.system()}; Python {platform.python_version()}, "
        f"ecsphys {ecsphys.__version__} ({ecsphys.backend}), {', '.join(versions)}."
    )


def main() -> None:
    """Print all tables, and save them."""
    missing = [name for name in LIBRARIES if not installed(name)]
    if "--save" in sys.argv and ("--pairs" in sys.argv or missing):
        sys.exit(f"--save wants all tables, without --pairs, and both libraries; missing: {missing}")
    lines = [heading(), ""]
    print(lines[0], flush=True)
    for part in (pairs,) if "--pairs" in sys.argv else (pairs, crowds_and_rays, worlds):
        for line in part():
            print(line, flush=True)
            lines.append(line)
    if "--save" in sys.argv:
        text = "\n".join(
            ("# Space", "", "Written by `python -m benchmarks.space3d --save`.", "", MARK, "", *lines)
        )
        RESULTS.write_text(text.rstrip() + "\n", "utf-8")


if __name__ == "__main__":
    main()
