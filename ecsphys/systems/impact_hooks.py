"""What filters and contact hooks of the game decide about impacts and passages of swept bodies."""

from __future__ import annotations

import numpy as np

from ..arrays import Array, CrossingRows, HookRows
from ..ccd.records import CcdState
from ..compile import records
from ..contacts.hook_records import HOOK
from ..hooks import Hooks
from ..spatial.pair_keys import pair_key, pair_keys
from ..world.state import World
from .system import StepOwner

_SURFACE = ("friction", "restitution", "surface_speed")


def apply_impact_hooks(world: World, physics: StepOwner, state: CcdState) -> None:
    """Let filters and hooks decide about the impact of the asking body; if refused, ignore the pair."""
    counts = state.counts.view(np.ndarray)[0]
    k = int(counts["asking"])
    s = state.swept.view(np.ndarray)[k]
    shapes = world.shapes.rows.view(np.ndarray)
    key = np.array([pair_key(int(s["own_shape"]), int(s["other_shape"]))], np.int64)
    passes = world.filter_pairs is not None and not len(world.filter_pairs(key))
    if not passes and physics.hooks.has_contact_hooks:
        row = _hook_row(world, s)
        physics.hooks.run_impact_hooks(row)
        hook = row.view(np.ndarray)[0]
        passes = bool(hook["dropped"])
        for name in _SURFACE:
            s[name] = hook[name]
    s["asked"] = 1
    if passes:
        key_of_bodies = pair_key(int(s["body"]), int(shapes["body"][s["other_shape"]]))
        state.ignored_pairs[counts["ignored_pairs"]] = key_of_bodies
        counts["ignored_pairs"] += 1
        s["version"] += 1
        state.waiting[counts["waiting"]] = k
        counts["waiting"] += 1


def allowed_crossings(world: World, hooks: Hooks, crossings: CrossingRows) -> CrossingRows:
    """Return the crossings that ignored pairs, filters and, unless of a trigger, contact hooks allow."""
    if world.filter_pairs is not None:
        rows = crossings.view(np.ndarray)
        first_shapes = world.bodies.rows.view(np.ndarray)["first_shape"].astype(np.int64)
        keys = pair_keys(first_shapes[rows["body_a"]], first_shapes[rows["body_b"]])  # filters see entities
        crossings = crossings[np.isin(keys, world.filter_pairs(np.unique(keys)))]
    if hooks.has_contact_hooks:
        rows = crossings.view(np.ndarray)
        solid = np.flatnonzero((rows["trigger_a"] | rows["trigger_b"]) == 0)
        hook_rows = _rows_of_crossings(world, rows[solid])
        hooks.run_impact_hooks(hook_rows)
        crossings = np.delete(crossings, solid[hook_rows.view(np.ndarray)["dropped"] != 0])
    return crossings


def _rows_of_crossings(world: World, crossings: Array) -> HookRows:
    """Return rows of HOOK for crossings. Nothing pushes there: the surfaces are smooth and do not bounce."""
    rows = records(len(crossings), HOOK)
    hooks = rows.view(np.ndarray)
    entities = world.bodies.rows.view(np.ndarray)["entity"]
    for name in ("body_a", "body_b", "nx", "ny", "x", "y", "speed"):
        hooks[name] = crossings[name]
    hooks["entity_a"], hooks["entity_b"] = entities[hooks["body_a"]], entities[hooks["body_b"]]
    return rows


def _hook_row(world: World, s: Array) -> HookRows:
    """Return a row of HOOK for the next impact of a swept body, with the smaller entity as A."""
    bodies, shapes = world.bodies.rows.view(np.ndarray), world.shapes.rows.view(np.ndarray)
    own_body, other_body = int(shapes["body"][s["own_shape"]]), int(shapes["body"][s["other_shape"]])
    nx, ny = float(s["nx"]), float(s["ny"])
    vx, vy = s["vx"] - bodies["vx"][other_body], s["vy"] - bodies["vy"][other_body]
    row = records(1, HOOK)
    hook = row.view(np.ndarray)[0]
    hook["body_a"], hook["body_b"] = own_body, other_body
    if bodies["entity"][own_body] > bodies["entity"][other_body]:
        hook["body_a"], hook["body_b"] = other_body, own_body
        nx, ny = 0.0 - nx, 0.0 - ny  # not -nx, which may be -0.0
    hook["entity_a"] = bodies["entity"][hook["body_a"]]
    hook["entity_b"] = bodies["entity"][hook["body_b"]]
    hook["nx"], hook["ny"], hook["x"], hook["y"] = nx, ny, s["px"], s["py"]
    hook["speed"] = max(0.0, float(vx * s["nx"] + vy * s["ny"]))
    for name in _SURFACE:
        hook[name] = s[name]
    return row
