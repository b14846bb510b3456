"""What must hold of the arrays of a world between steps."""

from __future__ import annotations

from typing import Any

import numpy as np

from ecsphys.contacts.mover_lists import BEFORE, MOVER, NEXT
from ecsphys.world.bodies import DYNAMIC

FREE = -1


def check_world(world: Any, model: Any) -> None:
    """Check a world that is up to date with the model: rows, lists, counters, index."""
    bodies, shapes = world.bodies.rows.view(np.ndarray), world.shapes.rows.view(np.ndarray)
    in_use = {int(e): row for row, e in enumerate(bodies["entity"][: world.bodies.count]) if e != FREE}
    expected = {thing.number for thing in model.things.values() if thing.has_row()}
    assert in_use.keys() == expected, f"rows of {sorted(in_use.keys() ^ expected)}"
    assert world.bodies.count - len(world.bodies._free) == len(in_use)
    used_shapes = set()
    for entity, row in in_use.items():
        own, shape = [], int(bodies["first_shape"][row])
        while shape != FREE:
            assert shapes["body"][shape] == row and shape not in used_shapes
            used_shapes.add(shape)
            own.append(shape)
            shape = int(shapes["next_shape"][shape])
        check_shapes(model.things[entity], len(own))
    assert used_shapes == set(np.flatnonzero(shapes["body"][: world.shapes.count] != FREE).tolist())
    assert world.shapes.count - len(world.shapes._free) == len(used_shapes)
    check_contacts(world, bodies, shapes)
    check_lists(world)
    check_index(world, used_shapes)


def check_shapes(thing: Any, count: int) -> None:
    expected = len(thing.collider["shapes"]) if thing.takes_part() else 0
    if expected and any(spec[0] == "chain" for spec in thing.collider["shapes"]):
        assert count > 0, f"{thing.number} has no shapes"
    else:
        assert count == expected, f"{thing.number} has {count} shapes of {expected}"


def check_contacts(world: Any, bodies: Any, shapes: Any) -> None:
    """The counters of pairs and bodies are those of the contacts."""
    counted = np.zeros((3, len(bodies)), np.int64)
    for table in (world.solid, world.triggers):
        of_pair = np.zeros(len(table.pairs), np.int64)
        keys = set()
        for row in range(table.contact_count):
            contact = table.contacts[row]
            a, b = int(contact["a"]), int(contact["b"])
            body_a, body_b = int(shapes["body"][a]), int(shapes["body"][b])
            assert body_a != FREE and body_b != FREE and body_a != body_b
            assert bodies["entity"][body_a] < bodies["entity"][body_b]
            keys.add((min(a, b), max(a, b)))
            counted[contact["counted_as"], [body_a, body_b]] += 1
            if contact["has_manifold"] == 1 and (pair := int(table.manifolds["pair"][row])) != FREE:
                of_pair[pair] += 1
                assert (table.pairs["body_a"][pair], table.pairs["body_b"][pair]) == (body_a, body_b)
        assert len(keys) == table.contact_count, "two contacts of one pair of shapes"
        pairs = table.pairs[: table.pairs_end].view(np.ndarray)
        used = pairs["entity_a"] != FREE
        assert int(used.sum()) == table.pair_count
        assert (pairs["contact_count"][used] == of_pair[: table.pairs_end][used]).all()
        assert int((table.pair_index[:, 0] != FREE).sum()) == table.pair_count
        assert int((table.contact_index[:, 0] != FREE).sum()) == table.contact_count
    used = bodies["entity"] != FREE
    assert (bodies["static_contacts"] == counted[1])[used].all()
    assert (bodies["trigger_contacts"] == counted[2])[used].all()


def check_lists(world: Any) -> None:
    """Each mover's list has its solid contacts with what cannot be pushed, and nothing else is in a list."""
    table, kinds = world.solid, world.bodies.rows["kind"].view(np.ndarray)
    expected: dict[int, set[int]] = {}
    for row in range(table.contact_count):
        contact = table.contacts[row]
        movers = [s for s in (contact["a"], contact["b"]) if kinds[world.shapes.rows["body"][s]] == DYNAMIC]
        if contact["solid"] == 1 and len(movers) == 1:
            expected.setdefault(int(movers[0]), set()).add(row)
    found: dict[int, set[int]] = {}
    assert len(table.lists) == 2 * len(table.contacts)
    for head in range(len(table.contacts), len(table.lists)):
        before, row = head, int(table.lists[head, NEXT])
        while row != FREE:
            assert table.lists[row, BEFORE] == before
            found.setdefault(int(table.lists[row, MOVER]), set()).add(row)
            before, row = row, int(table.lists[row, NEXT])
    assert found == expected


def check_index(world: Any, used_shapes: set[int]) -> None:
    """The broad phase has each shape once, and finds it by its box."""
    found = world.index.query(-1e300, -1e300, 1e300, 1e300, world.shapes.fat).tolist()
    assert found == sorted(used_shapes), f"the index has {found}, there are {sorted(used_shapes)}"


def check_empty(world: Any) -> None:
    """A world without entities has no rows in use."""
    assert len(world.bodies._free) == world.bodies.count and len(world.shapes._free) == world.shapes.count
    assert not world.word_offsets and not world.projectile_entities and not world.disabled
    for table in (world.solid, world.triggers):
        assert (table.contact_count, table.pair_count) == (0, 0)
        assert not (table.pair_index[:, 0] != FREE).any() and not (table.contact_index[:, 0] != FREE).any()
    check_index(world, set())
