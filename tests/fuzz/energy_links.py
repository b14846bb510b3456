"""What joints hold and what their springs store, in closed form, from poses alone.

A spring's `hertz` f is, in all joints, the stiffness k = (2 π f)² m (docs/joints.md, "stiffness k, damping
c"), m being the mass against which it acts: of a distance joint between two centres 1 / (1 / m_a + 1 / m_b),
else what that is with the rest of the joint held. Scenes have only springs whose m is the same in all poses,
or nearly so: the others store no energy that depends on the pose alone.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from tests.fuzz.energy_scene import WORLD, Body, Link, Scene

Array = npt.NDArray[np.float64]

POINTS = "revolute", "weld"
SLIDERS = "prismatic", "wheel"
ANY = -math.inf, math.inf


class Links:
    """The joints of a scene."""

    def __init__(self, scene: Scene, start: Array):
        links = scene.links
        self.a = np.array([len(scene.bodies) if link.a == WORLD else link.a for link in links], int)
        self.b = np.array([link.b for link in links], int)
        self.at_a, self.at_b = places(links, "at_a"), places(links, "at_b")
        self.ratio = np.array([link.options["ratio"] if link.kind == "gear" else 1.0 for link in links])
        self.slides = np.array([link.kind in SLIDERS for link in links], bool)
        self.axis = np.array([axis_of(link) for link in links]).reshape(-1, 2)
        self.pulleys = [(i, link.options) for i, link in enumerate(links) if link.kind == "pulley"]
        self._turned, self._ropes = np.zeros(len(links)), np.zeros(len(self.pulleys))
        distance, *_, self._turned, self._ropes = self.measure(start)
        bounds = [length_bounds(link, d) for link, d in zip(links, distance.tolist(), strict=True)]
        self.shortest, self.longest = np.array(bounds).reshape(-1, 2).T
        bounds = [link.options.get("limits") or ANY if link.kind in SLIDERS else ANY for link in links]
        self.lower, self.upper = np.array(bounds).reshape(-1, 2).T
        self.least, self.most = np.array([angle_bounds(link) for link in links]).reshape(-1, 2).T
        springs = [springs_of(scene, link, d) for link, d in zip(links, distance.tolist(), strict=True)]
        self.stiffness, self.target = np.array(springs).reshape(-1, 3, 2).transpose(2, 1, 0)
        self.is_springy = bool(self.stiffness.any())

    def measure(self, state: Array) -> tuple[Array, Array, Array, Array, Array]:
        """Return distance, place along and across the axis, and angle of each joint, and length of ropes."""
        poses = np.vstack([state[:, :3], np.zeros(3)])
        c, s = np.cos(poses[:, 2]), np.sin(poses[:, 2])
        ends = []
        for index, at in ((self.a, self.at_a), (self.b, self.at_b)):
            turned = np.stack(
                [c[index] * at[:, 0] - s[index] * at[:, 1], s[index] * at[:, 0] + c[index] * at[:, 1]], 1
            )
            ends.append(poses[index, :2] + turned)
        x, y = (ends[1] - ends[0]).T
        ax = c[self.a] * self.axis[:, 0] - s[self.a] * self.axis[:, 1]
        ay = s[self.a] * self.axis[:, 0] + c[self.a] * self.axis[:, 1]
        angle = self.ratio * poses[self.b, 2] - poses[self.a, 2] - self._turned
        ropes = [rope_length(ends[0][i], ends[1][i], options) for i, options in self.pulleys]
        return np.hypot(x, y), x * ax + y * ay, ax * y - ay * x, angle, np.array(ropes) - self._ropes

    def elastic(self, state: Array) -> float:
        """Return the energy of all springs."""
        distance, along, _, angle, _ = self.measure(state)
        x = np.stack([distance, along, angle]) - self.target
        return float(0.5 * (self.stiffness * x * x).sum())

    def gaps(self, state: Array) -> tuple[float, float]:
        """Return by how much joints are out of place at most, as a length and as an angle."""
        distance, along, across, angle, ropes = self.measure(state)
        free = np.maximum(self.shortest - distance, distance - self.longest)
        held = np.maximum(np.abs(across), np.maximum(self.lower - along, along - self.upper))
        length = np.where(self.slides, held, free)
        turn = np.maximum(self.least - angle, angle - self.most)
        return max(0.0, *length.tolist(), *ropes.tolist()), max(0.0, *turn.tolist())


def places(links: list[Link], name: str) -> Array:
    """Return the anchors of one side."""
    return np.array([getattr(link, name) for link in links], np.float64).reshape(-1, 2)


def axis_of(link: Link) -> tuple[float, float]:
    """Return the direction of a slide, as a unit vector."""
    x, y = link.options.get("axis", (1.0, 0.0))
    return x / math.hypot(x, y), y / math.hypot(x, y)


def rope_length(a: Array, b: Array, options: dict[str, Any]) -> float:
    """Return how long the rope of a pulley is now."""
    return math.dist(a, options["ground_a"]) + options.get("ratio", 1.0) * math.dist(b, options["ground_b"])


def length_bounds(link: Link, now: float) -> tuple[float, float]:
    """Return between which distances a joint holds its anchors."""
    options = link.options
    if link.kind in POINTS and not (link.kind == "weld" and options.get("hertz")):
        return 0.0, 0.0
    if link.kind != "distance":
        return ANY
    if "max_length" in options or "min_length" in options or options.get("hertz"):
        return options.get("min_length", 0.0), options.get("max_length", math.inf)
    return options.get("length", now), options.get("length", now)


def angle_bounds(link: Link) -> tuple[float, float]:
    """Return between which angles a joint holds b."""
    if link.kind == "revolute":
        return link.options.get("limits") or ANY
    held = link.kind in ("prismatic", "gear") or (
        link.kind == "weld" and not link.options.get("angular_hertz")
    )
    return (0.0, 0.0) if held else ANY


def springs_of(scene: Scene, link: Link, now: float) -> list[tuple[float, float]]:
    """Return stiffness and target of the springs of a joint's distance, place along its axis, and angle."""
    found, options = [(0.0, 0.0), (0.0, 0.0), (0.0, 0.0)], link.options
    hertz = options.get("hertz", 0.0)
    if link.kind == "distance":
        found[0] = stiffness(scene, link, "reach", hertz), options.get("length", now)
    elif link.kind in ("weld", "mouse"):
        found[0] = stiffness(scene, link, "x", hertz), 0.0
        found[2] = stiffness(scene, link, "angle", options.get("angular_hertz", 0.0)), 0.0
    elif link.kind in SLIDERS:
        found[1] = stiffness(scene, link, "along", hertz), options.get("target_translation", 0.0)
    elif link.kind == "revolute":
        found[2] = stiffness(scene, link, "angle", hertz), options.get("target_angle", 0.0)
    return found


def stiffness(scene: Scene, link: Link, row: str, hertz: float) -> float:
    """Return the stiffness of a spring along a row."""
    return float((2 * math.pi * hertz) ** 2 * mass_along(scene, link, row)) if hertz else 0.0


def mass_along(scene: Scene, link: Link, row: str, *, alone: bool = False) -> float:
    """Return the mass against which a row acts with the rest of the joint held, or without (`alone`)."""
    rows, inverse = rows_of(scene, link), inverse_masses(scene, link)
    names = () if alone else held_rows(link, row)
    drive, held = rows[row], np.array([rows[name] for name in names]).reshape(-1, 6)
    gain = held * inverse
    left = drive @ (inverse * drive)
    if len(held):
        left -= (gain @ drive) @ np.linalg.solve(gain @ held.T, gain @ drive)
    return float(1.0 / left)


def held_rows(link: Link, row: str) -> tuple[str, ...]:
    """Return what a joint holds rigidly beside a spring."""
    if link.kind == "weld":
        rigid = (
            link.options.get("angular_hertz", 0.0) == 0.0
            if row == "x"
            else link.options.get("hertz", 0.0) == 0.0
        )
        return () if not rigid else ("angle",) if row == "x" else ("x", "y")
    return {"revolute": ("x", "y"), "prismatic": ("across", "angle"), "wheel": ("across",)}.get(link.kind, ())


def rows_of(scene: Scene, link: Link) -> dict[str, Array]:
    """Return what a joint can hold, as rows that act on the velocities of a and b, at birth."""
    still = Body("circle", (0.0,), 0.0, 0.0, 0.0, 1.0, 1.0, "static")
    a, b = still if link.a == WORLD else scene.bodies[link.a], scene.bodies[link.b]
    pa, pb = world_point(a, link.at_a), world_point(b, link.at_b)
    x, y = axis_of(link)
    c, s = math.cos(a.angle), math.sin(a.angle)
    axis, reach = (c * x - s * y, s * x + c * y), (pb[0] - pa[0], pb[1] - pa[1])
    long = math.hypot(*reach) or 1.0
    ways = {"x": (1.0, 0.0), "y": (0.0, 1.0), "along": axis, "across": (-axis[1], axis[0])}
    ways["reach"] = reach[0] / long, reach[1] / long
    rows = {name: row_of(a, b, pb, way) for name, way in ways.items()}
    return rows | {"angle": np.array([0.0, 0.0, -1.0, 0.0, 0.0, 1.0])}


def row_of(a: Body, b: Body, at: tuple[float, float], way: tuple[float, float]) -> Array:
    """Return the row of how fast b moves away from a along a way, at a point."""
    x, y = way
    turn_a, turn_b = ((at[0] - one.x) * y - (at[1] - one.y) * x for one in (a, b))
    return np.array([-x, -y, -turn_a, x, y, turn_b])


def world_point(body: Body, at: tuple[float, float]) -> tuple[float, float]:
    """Return a point of a body in the world."""
    c, s = math.cos(body.angle), math.sin(body.angle)
    return body.x + c * at[0] - s * at[1], body.y + s * at[0] + c * at[1]


def inverse_masses(scene: Scene, link: Link) -> Array:
    """Return those of a and b; 0 for what nothing pushes."""
    found = []
    for index in (link.a, link.b):
        body = None if index == WORLD else scene.bodies[index]
        if body is None or body.kind != "dynamic":
            found += [0.0, 0.0, 0.0]
        else:
            each = (1 / body.mass, 1 / body.mass, 1 / body.inertia)
            found += [0.0 if lock in body.locks else m for lock, m in zip("xyr", each, strict=True)]
    return np.array(found)
