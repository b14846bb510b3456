"""Figures of quality: a fast time beside a bad figure is no win."""

from __future__ import annotations

import numpy as np

from .scene import After, Figures, Scene


def of_gas(scene: Scene, after: After) -> Figures:
    """Return the share of kinetic energy left, and the number of bodies outside the box."""
    dynamic = scene.dynamic
    before = np.array([item.velocity for item in scene.items])[dynamic]
    edge = np.abs(scene.positions[~dynamic]).max()
    outside = (np.abs(after.poses[dynamic, :2]) > edge).any(axis=1)
    energy = float((after.velocities[dynamic] ** 2).sum() / (before**2).sum())
    return {"energy": energy, "escaped": int(outside.sum())}


def of_pyramid(scene: Scene, after: After) -> Figures:
    """Return the largest distance of a box from its start."""
    dynamic = scene.dynamic
    distance = np.hypot(*(after.poses[dynamic, :2] - scene.positions[dynamic]).T)
    return {"drift": float(distance.max())}


def of_heap(scene: Scene, after: After) -> Figures:
    """Return the number of bodies outside the container, and the median speed of all."""
    dynamic = scene.dynamic
    positions, speeds = after.poses[dynamic, :2], np.hypot(*after.velocities[dynamic].T)
    half = np.abs(scene.positions[~dynamic, 0]).max()
    outside = (positions[:, 1] < -0.5) | (np.abs(positions[:, 0]) > half)
    return {"escaped": int(outside.sum()), "speed": float(np.median(speeds))}


def of_bullets(scene: Scene, after: After) -> Figures:
    """Return the number of bullets beyond the walls, and of slow ones between them (under half speed)."""
    dynamic = scene.dynamic
    walls, x = scene.positions[~dynamic, 0], after.poses[dynamic, 0]
    before = np.array([item.velocity for item in scene.items])[dynamic]
    outside = (x < walls.min()) | (x > walls.max())
    slow = np.hypot(*after.velocities[dynamic].T) < 0.5 * np.hypot(*before.T)
    return {"tunnelled": int(outside.sum()), "stalled": int((slow & ~outside).sum())}


def of_sleepers(scene: Scene, after: After) -> Figures:
    """Return the number of bodies awake."""
    return {"awake": after.awake}


def of_sleeping_pyramid(scene: Scene, after: After) -> Figures:
    """Return the largest distance of a box from its start, and the number of boxes awake."""
    return {**of_pyramid(scene, after), **of_sleepers(scene, after)}


def of_rays(fractions: np.ndarray, hit: np.ndarray) -> Figures:
    """Return the number of hits, and their mean fraction."""
    return {"hits": int(hit.sum()), "fraction": float(fractions[hit].mean())}


TORN = 0.5  # m


def of_pins(scene: Scene, after: After) -> Figures:
    """Return the largest distance of two pinned anchors, and how many are further apart than `TORN`."""
    gaps = np.zeros(len(scene.pins))
    for k, pin in enumerate(scene.pins):
        ends = [pin.point if n is None else carried(scene, after, n, pin.point) for n in (pin.a, pin.b)]
        gaps[k] = np.hypot(*np.subtract(*ends))
    return {"gap": float(gaps.max()), "torn": int((gaps > TORN).sum())}


def carried(scene: Scene, after: After, number: int, point: tuple[float, float]) -> np.ndarray:
    """Return where a point of an item is that was at `point` in the beginning."""
    item, (x, y, angle) = scene.items[number], after.poses[number]
    c, s = np.cos(angle - item.angle), np.sin(angle - item.angle)
    dx, dy = np.subtract(point, item.position)
    return np.array([x + c * dx - s * dy, y + s * dx + c * dy])


def outside_ring(scene: Scene, after: After, center: tuple[float, float], radius: float) -> int:
    """Return the number of dynamic bodies further than `radius` from a point."""
    away = after.poses[scene.dynamic, :2] - center
    return int((np.hypot(*away.T) > radius).sum())
