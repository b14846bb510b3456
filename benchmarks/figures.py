"""What tells whether an engine did its work: a fast time beside a bad figure is no win."""

from __future__ import annotations

import numpy as np

from .scene import After, Figures, Scene


def of_gas(scene: Scene, after: After) -> Figures:
    """Share of the kinetic energy that is left, and how many have left the box."""
    moves = scene.dynamic
    before = np.array([item.velocity for item in scene.items])[moves]
    edge = np.abs(scene.places[~moves]).max()
    outside = (np.abs(after.poses[moves, :2]) > edge).any(axis=1)
    energy = float((after.velocities[moves] ** 2).sum() / (before**2).sum())
    return {"energy": energy, "escaped": int(outside.sum())}


def of_pyramid(scene: Scene, after: After) -> Figures:
    """How far the boxes have gone from where they were put."""
    moves = scene.dynamic
    away = np.hypot(*(after.poses[moves, :2] - scene.places[moves]).T)
    return {"drift": float(away.max())}


def of_heap(scene: Scene, after: After) -> Figures:
    """How many have left the container, and how fast the others still are."""
    moves = scene.dynamic
    places, speeds = after.poses[moves, :2], np.hypot(*after.velocities[moves].T)
    half = np.abs(scene.places[~moves, 0]).max()
    outside = (places[:, 1] < -0.5) | (np.abs(places[:, 0]) > half)
    return {"escaped": int(outside.sum()), "speed": float(np.median(speeds))}


def of_bullets(scene: Scene, after: After) -> Figures:
    """How many are beyond the walls, and how many between them have lost half of their speed."""
    moves = scene.dynamic
    walls, x = scene.places[~moves, 0], after.poses[moves, 0]
    before = np.array([item.velocity for item in scene.items])[moves]
    outside = (x < walls.min()) | (x > walls.max())
    slow = np.hypot(*after.velocities[moves].T) < 0.5 * np.hypot(*before.T)
    return {"tunnelled": int(outside.sum()), "stalled": int((slow & ~outside).sum())}


def of_sleepers(scene: Scene, after: After) -> Figures:
    """How many are awake."""
    return {"awake": after.awake}


def of_rays(fractions: np.ndarray, hit: np.ndarray) -> Figures:
    """How many rays met something, and how far they came on average."""
    return {"hits": int(hit.sum()), "fraction": float(fractions[hit].mean())}
