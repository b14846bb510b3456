"""Nothing that decides about the steps to come is forgotten."""

from __future__ import annotations

import esper
import pytest

from ecsphys.state.owners import KEPT, TABLES, owners_of, tables_of
from tests.state.scenes import SCENES

_SYSTEM = {
    "_listed", "_structure", "_warned", "alone", "physics", "simulation", "table", "world",
}  # fmt: skip
_TABLE = {"bytes", "capacity", "esper_world", "ints", "members", "reals", "width", "words"}
_PAIRS = {
    "contact_index", "counted", "group", "kind_mask", "kinds", "lists", "pair_index", "scratch",
    "single_range", "used",
}  # fmt: skip

# What is no state: other owners, what follows from state and entities, scratch, what was said already.
DERIVED = {
    "bodies": {"_words", "bytes", "capacity", "esper_world", "ints", "parts", "reals"},
    "shapes": {
        "_free", "_free_blocks", "_points", "capacity", "contacts_a_pair", "count", "filters", "group",
        "ints", "local", "max_points", "rows", "shape_objects", "world_rows",
    },
    "solid": _PAIRS,
    "triggers": _PAIRS,
    "events": set(),
    "world": {
        "areas", "awake", "awake_count", "awake_rows", "awake_stale", "awake_version", "bodies",
        "constant_forces", "dimension",
        "events", "filter_pairs", "has_filters", "index", "influence_store", "influences",
        "is_accelerated", "is_finite", "joints", "joints_checked", "limits", "pool", "shapes", "solid",
        "structure_version", "tests", "triggers", "word_offsets",
    },
    "clock": {"frame_steps", "loads", "on_process", "paused", "restarts"},
    "simulation": {
        "_broad_phase", "_is_watched", "_lent", "_warned_of_size", "clock", "esper_world", "is_hooked",
        "is_piecewise", "joints", "losses", "on_adopted", "registry", "stepping", "world",
    },
    "registry": {"_kinds", "_mistakes", "_world", "components", "has_other_physics", "watch"},
    "losses": {"_pose_words", "_poses", "_world"},
    "joints": {*_TABLE, "_world"},
    "joint_adoption": {
        "_faults", "_has_warned", "_idle_token", "_registry", "_structure", "_type_count", "_watch", "_world",
        "fresh", "table",
    },
    "ignored": {"_registry", "_sorted_keys"},
    "filters": {"_answers", "_matcher", "_refused", "_world", "filters", "ignored"},
    "fields": {"_answer", "_flags", "_matcher", "_simulation", "_structure", "_token", "_world", "fields"},
    "history": {"_structure", "_structure_version", "_worlds", "length"},
    "Area": {*_SYSTEM, "_by_body", "_by_contact", "_by_rank", "_faults", "_lacks_outlines", "_marks"},
    "Area.table": _TABLE,
    "ConstantForce": _SYSTEM,
    "ConstantForce.table": _TABLE,
    "applied": set(),
    "dispatcher": {"_despawned", "_simulation", "queue", "wanted"},
    "CharacterController": {*_SYSTEM, "_ids", "_planes"},
    "CharacterController.table": {*_TABLE, "_hit_bytes", "unit", "clock"},
    "Projectile": {*_SYSTEM, "_asked", "_counts", "_courses", "_shots", "_verdicts"},
    "Projectile.table": _TABLE,
}  # fmt: skip


@pytest.mark.parametrize("name", SCENES)
def test_every_attribute_is_kept_or_derived(name: str) -> None:
    clock = SCENES[name]()
    for _ in range(3):
        esper.process(clock.step)
    owners = owners_of(clock.simulation, clock.systems, clock.hooks, clock.queries, clock.events)
    assert [owner for owner, _ in owners if owner not in KEPT] == []
    for owner, found in owners:
        kept = {*KEPT[owner].values, *(rows.name for rows in KEPT[owner].rows)}
        assert vars(found).keys() - kept - DERIVED[owner] == set(), owner
        assert kept & DERIVED[owner] == set(), owner


def test_tables_have_the_order_of_their_names() -> None:
    clock = SCENES["pile"]()
    tables = tables_of(clock.simulation, clock.systems)
    owners = dict(owners_of(clock.simulation, clock.systems, clock.hooks, clock.queries, clock.events))
    assert [owners[name] for name in TABLES] == tables
