"""What follows a snapshot follows again after `restore`, to the bit."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import esper
import pytest

import ecsphys
from ecsphys import Box, CharacterController, Circle, Collider, Physics, Projectile, RigidBody, Transform
from ecsphys.limits import limits_of
from ecsphys.state import Snapshot, diff
from tests.acceptance.support import disc, physics, run, transform
from tests.ecs.test_copies import metres, play
from tests.state.scenes import SCENES, Health

STEPS = 20 if ecsphys.backend == "python" else 600
BEFORE = 40


def steps(clock: Physics, count: int) -> None:
    for _ in range(count):
        esper.process(clock.step)


def upset() -> None:
    """Change the world: entities go, come and move."""
    entities = sorted({entity for entity, _ in esper.get_component(RigidBody)})
    for entity in entities[::3]:
        esper.delete_entity(entity, immediate=True)
    for _, body in esper.get_component(RigidBody):
        body.velocity = (77, 30)
    for k in range(5):
        esper.create_entity(Transform(13 * k, 400), RigidBody(), Collider(Circle(5)))
        esper.process(1 / 60)


@pytest.mark.parametrize("name", SCENES)
def test_what_follows_is_the_same_to_the_bit(name: str) -> None:
    clock = SCENES[name]()
    steps(clock, BEFORE)
    snapshot = clock.snapshot(Health)
    first = clock.fingerprint()
    steps(clock, STEPS)
    expected, after = clock.fingerprint(), clock.snapshot(Health)
    upset()
    clock.restore(snapshot)
    assert diff(snapshot, clock.snapshot(Health)) == []
    assert (clock.fingerprint(), clock.step_count) == (first, BEFORE)
    steps(clock, STEPS)
    assert clock.fingerprint() == expected
    assert diff(after, clock.snapshot(Health)) == []


def saved(name: str) -> tuple[Snapshot, str]:
    """Return a snapshot of a scene, from bytes, and what follows it; another esper world is current then."""
    clock = SCENES[name]()
    steps(clock, BEFORE)
    data = clock.snapshot(Health).to_bytes()
    steps(clock, STEPS)
    esper.switch_world(f"{name} again")
    return Snapshot.from_bytes(data), clock.fingerprint()


def check_restored(clock: Physics, snapshot: Snapshot, expected: str) -> None:
    """Go on from a snapshot in the current world."""
    clock.restore(snapshot)
    steps(clock, STEPS)
    assert clock.fingerprint() == expected


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("options", [{"threads": 2}, {"broad_phase": "sweep_and_prune"}])
def test_from_bytes_in_another_world(name: str, options: dict[str, Any]) -> None:
    snapshot, expected = saved(name)
    other = SCENES[name](**options)
    steps(other, 3)
    check_restored(other, snapshot, expected)


@pytest.mark.parametrize("name", sorted({*SCENES} - {"fields", "hooks"}))  # they come with functions
def test_from_bytes_in_an_empty_world(name: str) -> None:
    snapshot, expected = saved(name)
    other = Physics()
    esper.add_processor(other)
    check_restored(other, snapshot, expected)


SCRIPT = """
import sys, esper
from ecsphys.state import Snapshot
from tests.state.scenes import SCENES
name, count, path = sys.argv[1], int(sys.argv[2]), sys.argv[3]
clock = SCENES[name]()
clock.restore(Snapshot.from_bytes(open(path, "rb").read()))
for _ in range(count):
    esper.process(clock.step)
print(clock.fingerprint())
"""


@pytest.mark.jit
@pytest.mark.parametrize("backend", ["native", "python"])
@pytest.mark.parametrize("name", ["pile", "joints", "spawner"])
def test_in_another_process(name: str, backend: str, tmp_path: Path) -> None:
    if backend == "native" and ecsphys.backend != "native":
        pytest.skip("no native build")
    clock = SCENES[name]()
    steps(clock, BEFORE)
    path = tmp_path / "snapshot"
    path.write_bytes(clock.snapshot(Health).to_bytes())
    steps(clock, 60)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SCRIPT, name, "60", str(path)],
        env={**os.environ, "ECSPHYS_BACKEND": backend, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
    )
    assert done.stdout.strip() == clock.fingerprint(), done.stderr


def test_entities_come_back_under_their_numbers_with_the_same_components() -> None:
    clock = physics()
    ball = disc(0, 100)
    place = transform(ball)
    esper.add_component(ball, "a component of the game")
    run(5)
    snapshot, x = clock.snapshot(), place.pose
    esper.delete_entity(ball, immediate=True)
    other = disc(0, 500)
    run(5)
    clock.restore(snapshot)
    assert transform(ball) is place
    assert place.pose == x
    assert esper.component_for_entity(ball, str) == "a component of the game"
    assert not esper.entity_exists(other)
    assert disc(1, 1) == other


def test_replaced_components_come_back() -> None:
    clock = physics()
    ball = disc(0, 100)
    before = transform(ball)
    run(2)
    snapshot = clock.snapshot()
    after = Transform(50, 50)
    esper.add_component(ball, after)
    esper.remove_component(ball, Collider)
    run(2)
    clock.restore(snapshot)
    assert transform(ball) is before
    assert esper.has_component(ball, Collider)
    after.x = 1000.0  # nobody's any more
    run(1)
    assert before.x == 0.0


def test_settings_of_colliders_come_back() -> None:
    clock = physics()
    ball = disc(0, 100)
    run(1)
    collider = esper.component_for_entity(ball, Collider)
    snapshot = clock.snapshot()
    collider.friction, collider.shape = 0.9, Box(4, 4)
    run(3)
    clock.restore(snapshot)
    assert (collider.friction, collider.shape) == (0.5, Circle(16))
    collider.friction = 0.7
    clock.restore(snapshot)
    assert collider.friction == 0.5


def test_settings_of_the_world_come_back() -> None:
    clock = physics((0, -100), length_unit=64.0)
    disc(0, 0)
    run(1)
    snapshot = clock.snapshot()
    clock.gravity, clock.length_unit, clock.time_scale = (5, 5), 1.0, 0.5
    run(1)
    clock.restore(snapshot)
    assert (clock.gravity, clock.length_unit, clock.time_scale) == ((0, -100), 64.0, 1.0)
    assert clock.world.limits == limits_of(64.0)


def test_what_a_character_has_hit_comes_back() -> None:
    clock = SCENES["character"]()
    steps(clock, BEFORE)
    (hero,) = (one for _, one in esper.get_component(CharacterController))
    snapshot, hits = clock.snapshot(), hero.hits
    assert hits
    steps(clock, 5)
    hero.move((-400, 0))
    steps(clock, 30)
    assert hero.hits != hits
    clock.restore(snapshot)
    assert hero.hits == hits


def test_pending_changes_are_part_of_it() -> None:
    clock = physics((0, -100))
    ball = disc(0, 100)
    run(3)
    transform(ball).position = (30, 40)
    body = esper.component_for_entity(ball, RigidBody)
    body.apply_force((1e6, 0))
    snapshot = clock.snapshot()
    run(1)
    expected = clock.fingerprint()
    for _ in range(2):
        clock.restore(snapshot)
        run(1)
        assert clock.fingerprint() == expected


class Bag:
    """A component of the game that is no dataclass."""

    def __init__(self) -> None:
        self.items = [1]


def test_named_components_of_the_game_are_copied() -> None:
    clock = physics()
    ball = disc(0, 0)
    health, bag = Health(5.0), Bag()
    esper.add_component(ball, health)
    esper.add_component(ball, bag)
    snapshot = clock.snapshot(Health, Bag)
    unnamed = clock.snapshot()
    health.points = 1.0
    bag.items.append(2)
    clock.restore(unnamed)
    assert (health.points, bag.items) == (1.0, [1, 2])
    for _ in range(2):
        clock.restore(snapshot)
        now = esper.component_for_entity(ball, Bag)
        assert (esper.component_for_entity(ball, Health).points, now.items) == (5.0, [1])
        now.items.append(3)
    assert esper.component_for_entity(ball, Health) is health


def test_a_component_that_cannot_be_copied_is_named() -> None:
    clock = physics()
    ball = disc(0, 0)
    esper.add_component(ball, Bag())
    esper.component_for_entity(ball, Bag).items = [open(os.devnull)]  # noqa: SIM115
    with pytest.raises(TypeError, match=f"entity {ball}: its Bag cannot be copied"):
        clock.snapshot(Bag)
    with pytest.raises(TypeError, match="keeps Transform anyway"):
        clock.snapshot(Transform)
    with pytest.raises(TypeError, match="types of components, got 'Bag'"):
        clock.snapshot("Bag")  # type: ignore[arg-type]


def test_what_refuses() -> None:
    clock = physics()
    disc(0, 0)
    snapshot = clock.snapshot()
    with pytest.raises(TypeError, match="takes a Snapshot, got 3"):
        clock.restore(3)  # type: ignore[arg-type]
    esper.switch_world("elsewhere")
    other = physics()
    with pytest.raises(ValueError, match="another Physics"):
        other.restore(snapshot)
    for data in (b"", b"nonsense", snapshot.to_bytes()[:-9]):
        with pytest.raises(ValueError):
            Snapshot.from_bytes(data)


def test_within_a_step_it_is_refused_and_in_a_handler_it_works() -> None:
    clock = physics((0, -500))
    disc(0, 9)
    disc(0, 29)
    refused: list[str] = []
    snapshots: list[Snapshot] = []

    def hook(contact: Any) -> None:
        with pytest.raises(RuntimeError, match="between steps only") as caught:
            clock.snapshot()
        refused.append(str(caught.value))

    def begin(event: Any) -> None:
        snapshots.append(clock.snapshot())

    clock.add_contact_hook(hook)
    esper.set_handler("collision_begin", begin)
    run(2)
    assert refused and snapshots
    clock.restore(snapshots[0])
    run(1)


def test_restoring_in_a_handler_ends_the_frame() -> None:
    clock = physics((0, 0))
    disc(0, 0)
    snapshot = clock.snapshot()
    clock.after_step(lambda dt: clock.restore(snapshot) if clock.step_count == 3 else None)
    esper.process(5 * clock.step)
    assert clock.step_count == 0


def test_small_and_shared() -> None:
    clock = physics((0, 0))
    for k in range(400):
        disc(40 * (k % 20), 40 * (k // 20), velocity=(k, -k))
    run(10)
    first = clock.snapshot()
    run(1)
    second = clock.snapshot()
    assert first.nbytes / 400 < 600
    assert first._structure is second._structure
    assert first._values.shapes.filters is second._values.shapes.filters


def test_diff_names_entity_component_and_field() -> None:
    clock = physics((0, 0))
    ball = disc(0, 0, velocity=(60, 0))
    run(1)
    first = clock.snapshot()
    esper.component_for_entity(ball, RigidBody).velocity = (61, 0)
    found = diff(first, clock.snapshot())
    assert [(one.entity, one.component, one.field, one.a, one.b) for one in found] == [
        (ball, "RigidBody", "vx", 60.0, 61.0)
    ]
    assert str(found[0]) == f"entity {ball}: RigidBody.vx is 60.0 and 61.0"
    clock.restore(first)
    other = disc(200, 0)
    clock.gravity = (0, -1)
    found = diff(first, clock.snapshot())
    assert (other, "entity", "exists", False, True) in [one[:5] for one in found]
    assert (0, "Physics", "gravity") in [one[:3] for one in found]
    with pytest.raises(TypeError, match="two Snapshots"):
        diff(first, 1)  # type: ignore[arg-type]


def test_components_of_the_world_stay_as_they_are_in_copies() -> None:
    """A component of the game that refers to one of ecsphys refers to the same one after `restore`."""
    clock = physics()
    ball = disc(0, 0)
    bag = Bag()
    bag.items = [transform(ball)]  # type: ignore[list-item]
    esper.add_component(ball, bag)
    clock.restore(clock.snapshot(Bag))
    assert esper.component_for_entity(ball, Bag).items[0] is transform(ball)
    assert copy.deepcopy(bag).items[0] is not transform(ball)


def test_all_components_go_through_bytes() -> None:
    play(game := metres())
    snapshot = game.snapshot()
    game.step_once()
    after = game.fingerprint()
    game.restore(Snapshot.from_bytes(snapshot.to_bytes()))
    game.step_once()
    assert game.fingerprint() == after


def test_memory_that_is_used_again_belongs_to_one_snapshot() -> None:
    clock = SCENES["pile"]()
    kept: list[tuple[Snapshot, bytes]] = []
    for k in range(30):
        steps(clock, 1)
        snapshot = clock.snapshot()
        if k % 3 == 0:
            kept.append((copy.copy(snapshot), snapshot.to_bytes()))
    del snapshot
    assert [snapshot.to_bytes() == data for snapshot, data in kept] == [True] * 10
    assert len(clock._state._arenas._free) > 0


def test_snapshots_are_pickled_and_copied() -> None:
    clock = SCENES["pile"]()
    steps(clock, 5)
    snapshot = clock.snapshot()
    assert copy.deepcopy(snapshot) is snapshot
    again = pickle.loads(pickle.dumps(snapshot))
    assert diff(snapshot, again) == []


def test_a_projectile_deleted_in_the_last_step_is_gone_after_a_file_too() -> None:
    """Its row waits for the next step, when no entity has the component any more."""
    clock = physics()
    esper.create_entity(Transform(60, 0), Collider(Box(20, 80)))
    esper.create_entity(
        Transform(0, 0),
        RigidBody(velocity=(600, 0), gravity_scale=0),
        Collider(Circle(2)),
        Projectile(despawn=True),
    )
    snapshot = clock.snapshot()
    while clock.bodies["entity"].size == 2:
        steps(clock, 1)
        snapshot = clock.snapshot()
    again = Snapshot.from_bytes(snapshot.to_bytes())
    steps(clock, 5)
    expected = clock.snapshot()
    clock.restore(again)
    steps(clock, 5)
    assert diff(expected, clock.snapshot()) == []
    esper.create_entity(Transform(0, 50), RigidBody(), Collider(Circle(2)), Projectile())
    steps(clock, 2)
