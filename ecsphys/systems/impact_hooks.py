"""Impacts and passages of swept bodies, shown to the game's filters and contact hooks."""

from __future__ import annotations

import numpy as np

from ..arrays import Array, CrossingRows, HookRows
from ..ccd.records import CcdState
from ..compile import records
from ..contacts.hook_records import HOOK
from ..hooks import Hooks
from ..spatial.pair_index import MISSING
from ..spatial.pair_keys import pair_keys
from ..world.base_world import BaseWorld
from .system import StepOwner


def answer_question(physics: StepOwner, state: CcdState) -> None:
    """Let filters and hooks answer whether an impact happens, and with which surface.

    What has a contact has passed the filters already.
    """
    question, hooks = state.question, physics.hooks
    row = question.view(np.ndarray)[0]
    if row["contact"] == MISSING and not hooks.pair_filters.allows_pair(
        int(row["body_a"]), int(row["body_b"])
    ):
        row["dropped"] = 1
    elif hooks.has_contact_hooks:
        hooks.contact_hooks.run_on_one(question)
    state.counts.view(np.ndarray)["answered"][0] = 1


def allowed_crossings(world: BaseWorld, hooks: Hooks, crossings: CrossingRows) -> CrossingRows:
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


def _rows_of_crossings(world: BaseWorld, crossings: Array) -> HookRows:
    """Return rows of HOOK for crossings. Nothing pushes there: the surfaces are smooth and do not bounce."""
    rows = records(len(crossings), HOOK)
    hooks = rows.view(np.ndarray)
    entities = world.bodies.rows.view(np.ndarray)["entity"]
    for name in ("body_a", "body_b", "nx", "ny", "x", "y", "speed"):
        hooks[name] = crossings[name]
    hooks["entity_a"], hooks["entity_b"] = entities[hooks["body_a"]], entities[hooks["body_b"]]
    return rows
