"""Asks a game's filters and contact hooks about impacts that a sweep has found, one at a time."""

from __future__ import annotations

import numpy as np

from ..arrays import Array
from ..ccd.records import ASKING, EXCUSED, WAITING, Flight
from ..compile import records
from ..contacts.hook_records import HOOK
from ..spatial.pair_keys import pair_key
from ..world.state import World
from .system import StepOwner

_SURFACE = ("friction", "restitution", "surface_speed")


def apply_impact_hooks(world: World, physics: StepOwner, flight: Flight) -> None:
    """Note in the flyer that asks what became of its impact; a pair that is to pass is left alone."""
    k = int(flight.counts[ASKING])
    f = flight.flyers.view(np.ndarray)[k]
    shapes = world.shapes.rows.view(np.ndarray)
    key = np.array([pair_key(int(f["own"]), int(f["other"]))], np.int64)
    passes = world.filter_pairs is not None and not len(world.filter_pairs(key))
    if not passes and physics.has_contact_hooks:
        question = _question(world, f)
        physics.judge(question)
        verdict = question.view(np.ndarray)[0]
        passes = bool(verdict["dropped"])
        for name in _SURFACE:
            f[name] = verdict[name]
    f["judged"] = 1
    if passes:
        counts = flight.counts
        flight.excused[counts[EXCUSED]] = pair_key(int(f["body"]), int(shapes["body"][f["other"]]))
        counts[EXCUSED] += 1
        f["version"] += 1
        flight.waiting[counts[WAITING]] = k
        counts[WAITING] += 1


def _question(world: World, f: Array) -> Array:
    """A row of HOOK about a flyer's impact, seen from the smaller entity."""
    bodies, shapes = world.bodies.rows.view(np.ndarray), world.shapes.rows.view(np.ndarray)
    one, two = shapes[f["own"]], shapes[f["other"]]
    nx, ny = float(f["nx"]), float(f["ny"])
    vx, vy = f["vx"] - bodies["vx"][two["body"]], f["vy"] - bodies["vy"][two["body"]]
    row = records(1, HOOK)
    hook = row.view(np.ndarray)[0]
    ends = [("a", one["body"]), ("b", two["body"])]
    if bodies["entity"][one["body"]] > bodies["entity"][two["body"]]:
        ends = [("a", two["body"]), ("b", one["body"])]
        nx, ny = 0.0 - nx, 0.0 - ny
    for name, body in ends:
        hook[f"body_{name}"] = body
        hook[f"entity_{name}"] = bodies["entity"][body]
    hook["nx"], hook["ny"], hook["x"], hook["y"] = nx, ny, f["px"], f["py"]
    hook["speed"] = max(0.0, float(vx * f["nx"] + vy * f["ny"]))
    for name in _SURFACE:
        hook[name] = f[name]
    return row
