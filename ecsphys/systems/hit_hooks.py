"""Hits of projectiles, shown to the game's filters and contact hooks before they are made."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import Array, Ints, Rows
from ..compile import records
from ..contacts.hook_records import HOOK
from ..projectile.records import KEPT, NONE
from ..spatial.pair_keys import pair_keys


class HitHooks:
    """Asks filters and contact hooks about the hits of projectiles: once for each pair and step."""

    def __init__(self, world: Any, physics: Any):
        self._world = world
        self._physics = physics

    @property
    def is_needed(self) -> bool:
        """Whether there are any ignored pairs, filters or contact hooks."""
        return self._world.filter_pairs is not None or self._physics.hooks.has_contact_hooks

    def begin(self) -> None:
        """Forget what was asked in the last step."""
        if len(self._world.dropped_hits):
            self._world.dropped_hits = self._world.dropped_hits[:0]

    def answer(self, verdicts: Rows, counts: Rows) -> None:
        """Write the answers to the new questions into rows of VERDICT."""
        first, end = int(counts["answered"][0]), int(counts["verdicts"][0])
        rows = verdicts.view(np.ndarray)[first:end]
        hooks = self._physics.hooks
        if self._world.filter_pairs is not None:
            rows["passes"] = ~hooks.pair_filters.allow(rows["body"], rows["other_body"])
        if hooks.has_contact_hooks:
            self._run_hooks(rows, np.flatnonzero(rows["passes"] == 0))
        counts["answered"] = end

    def _run_hooks(self, verdicts: Array, asked: Ints) -> None:
        """Run contact hooks on some of the verdicts."""
        if not len(asked):
            return
        rows = self._hook_rows(verdicts[asked])
        hook_rows = rows.view(np.ndarray)
        before = hook_rows["restitution"].copy()
        self._physics.hooks.run_impact_hooks(rows)
        after, dropped = hook_rows["restitution"], hook_rows["dropped"] != 0
        verdicts["restitution"][asked] = np.where(after == before, KEPT, after)
        verdicts["passes"][asked] = dropped
        if dropped.any():
            keys = pair_keys(hook_rows["entity_a"][dropped], hook_rows["entity_b"][dropped])
            self._world.dropped_hits = np.append(self._world.dropped_hits, keys)

    def _hook_rows(self, verdicts: Array) -> Rows:
        """Return rows of HOOK, with the smaller entity as A; a bare ray takes over the friction."""
        bodies, shapes = self._world.bodies.rows.view(np.ndarray), self._world.shapes.rows.view(np.ndarray)
        rows = records(len(verdicts), HOOK)
        hooks = rows.view(np.ndarray)
        own_body, other_body = verdicts["body"], verdicts["other_body"]
        swapped = bodies["entity"][own_body] > bodies["entity"][other_body]
        hooks["body_a"] = np.where(swapped, other_body, own_body)
        hooks["body_b"] = np.where(swapped, own_body, other_body)
        hooks["entity_a"], hooks["entity_b"] = (
            bodies["entity"][hooks["body_a"]],
            bodies["entity"][hooks["body_b"]],
        )
        for name in ("nx", "ny"):  # `verdicts` has the normal from the target to the projectile
            hooks[name] = np.where(swapped, verdicts[name], 0.0 - verdicts[name])
        for name in ("x", "y", "speed"):
            hooks[name] = verdicts[name]
        other = shapes[verdicts["other_shape"]]
        bare = verdicts["shape"] == NONE
        own = shapes[np.where(bare, verdicts["other_shape"], verdicts["shape"])]
        hooks["friction"] = np.sqrt(own["friction"] * other["friction"])
        own_restitution = np.where(bare, 1.0, own["restitution"])
        hooks["restitution"] = np.maximum(own_restitution, other["restitution"])
        hooks["surface_speed"] = np.where(bare, 0.0, own["surface_speed"]) + other["surface_speed"]
        return rows
