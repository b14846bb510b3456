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


def of_rays(fractions: np.ndarray, hit: np.ndarray) -> Figures:
    """Return the number of hits, and their mean fraction."""
    return {"hits": int(hit.sum()), "fraction": float(fractions[hit].mean())}
