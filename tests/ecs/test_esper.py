"""esper's private names that `ecsphys.ecs.registry` relies on: existence, type and behaviour of each.

A new version of esper that changes one of them fails here first, with the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import esper
import pytest

import ecsphys
from ecsphys.ecs import registry

PRIVATE_NAMES = {"_components", "_dead_entities", "_entities", "_entity_count"}


class Tag:
    """A component."""


def handler(*arguments: Any) -> None:
    """Handle an event."""


class OtherTag:
    """Another component."""


@pytest.fixture(autouse=True)
def world() -> Iterator[None]:
    """Run each test in an esper world of its own."""
    before = esper.current_world
    esper.switch_world("private names")
    yield
    esper.switch_world(before)
    esper.delete_world("private names")


def test_two_modules_read_private_names() -> None:
    read = {}
    for path in sorted(Path(ecsphys.__file__).parent.rglob("*.py")):
        names = set(re.findall(r"(?<![.\w])esper\.(_\w+)", path.read_text()))
        names |= set(re.findall(r"from esper import .*\b(_\w+)", path.read_text()))
        if names:
            read[path.name] = names
    assert read == {"registry.py": PRIVATE_NAMES, "esper_world.py": PRIVATE_NAMES}


@pytest.mark.parametrize(
    ("name", "kind"),
    [("_components", dict), ("_entities", dict), ("_dead_entities", set), ("event_registry", dict)],
)
def test_names_exist_and_are_empty_in_a_new_world(name: str, kind: type) -> None:
    assert type(getattr(esper, name, None)) is kind, f"esper.{name} is no {kind.__name__} any more"
    assert not getattr(esper, name)


def test_the_count_shows_the_next_entity() -> None:
    assert repr(esper._entity_count) == "count(1)"
    for number in (1, 2):
        assert esper.create_entity() == number
    assert repr(esper._entity_count) == "count(3)"
    esper.clear_database()
    assert repr(esper._entity_count) == "count(1)"


def test_components_is_a_set_of_entities_by_type() -> None:
    a, b = esper.create_entity(Tag()), esper.create_entity(Tag(), OtherTag())
    assert esper._components == {Tag: {a, b}, OtherTag: {b}}
    assert type(esper._components[Tag]) is set


def test_components_is_keyed_by_the_alias_of_a_component() -> None:
    class Special(Tag):
        pass

    entity = esper.create_entity()
    esper.add_component(entity, Special(), type_alias=Tag)
    assert esper._components == {Tag: {entity}}
    assert type(esper._entities[entity][Tag]) is Special


def test_a_set_put_in_place_of_esper_s_is_used_for_every_change() -> None:
    """`WatchedSet`: esper adds to and discards from the set that it finds, by `add` and `discard`."""
    calls: list[tuple[str, int]] = []

    class Recording(set[int]):
        def add(self, entity: int) -> None:
            calls.append(("add", entity))
            super().add(entity)

        def discard(self, entity: int) -> None:
            calls.append(("discard", entity))
            super().discard(entity)

    a, b = esper.create_entity(Tag()), esper.create_entity(Tag())
    recording = esper._components[Tag] = Recording(esper._components[Tag])
    c = esper.create_entity(Tag())
    esper.add_component(a, Tag())  # replaces
    esper.remove_component(b, Tag)
    esper.delete_entity(c, immediate=True)
    assert calls == [("add", c), ("add", a), ("discard", b), ("discard", c)]
    assert esper._components[Tag] is recording


def test_empty_sets_are_deleted() -> None:
    entity = esper.create_entity(Tag())
    esper.remove_component(entity, Tag)
    assert Tag not in esper._components


def test_an_entity_keeps_its_dict_of_components() -> None:
    tag = Tag()
    entity = esper.create_entity(tag)
    components = esper._entities[entity]
    esper.add_component(entity, OtherTag())
    assert esper._entities[entity] is components and components[Tag] is tag
    esper.delete_entity(entity, immediate=True)
    assert entity not in esper._entities and components[Tag] is tag


def test_a_deleted_entity_is_dead_until_the_next_process() -> None:
    entity = esper.create_entity(Tag())
    esper.delete_entity(entity)
    assert esper._dead_entities == {entity} and entity in esper._entities
    esper.process()
    assert not esper._dead_entities and entity not in esper._entities


def test_each_world_has_its_own() -> None:
    entity = esper.create_entity(Tag())
    before = esper._components, esper._entities, esper._dead_entities, esper.event_registry
    esper.switch_world("another")
    try:
        after = esper._components, esper._entities, esper._dead_entities, esper.event_registry
        assert all(old is not new for old, new in zip(before, after, strict=True)) and not any(after)
    finally:
        esper.switch_world("private names")
        esper.delete_world("another")
    assert esper._components == {Tag: {entity}}


def test_a_query_returns_the_same_list_until_something_changes() -> None:
    """`change_token` and `ComponentSystem` compare lists by identity."""
    esper.create_entity(Tag())
    listed, token = esper.get_component(Tag), registry.change_token()
    assert esper.get_component(Tag) is listed and registry.change_token() is token
    esper.create_entity(OtherTag())
    assert esper.get_component(Tag) is not listed and registry.change_token() is not token


def test_handlers_lie_in_a_set_by_name_as_weak_references() -> None:
    esper.set_handler("name", handler)
    (reference,) = esper.event_registry["name"]
    assert reference() is handler
    esper.remove_handler("name", handler)
    assert "name" not in esper.event_registry


def test_two_watches_of_a_type_take_turns() -> None:
    watches = [registry.Watch((Tag,)), registry.Watch((Tag,))]
    first = esper.create_entity(Tag())
    for watch in watches:
        assert watch.look() == {first}
    for watch in watches:
        watch.look().clear()
    for _ in range(3):
        entity = esper.create_entity(Tag())
        for watch in watches:
            assert entity in watch.look()
        for watch in watches:
            watch.look().clear()
            assert not watch.look()


def test_sets_are_looked_for_when_something_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = registry.Watch((Tag,))
    esper.create_entity(Tag())
    watch.look().clear()
    monkeypatch.setattr(watch, "_replace_sets", lambda: pytest.fail("nothing has changed"))
    assert not watch.look()
