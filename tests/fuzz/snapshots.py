"""Worlds after random changes, snapshotted and restored: what follows is the same to the bit.

A game is played for some frames; then a snapshot is taken and the world runs on. The same must follow after
`restore`: at once, after further frames of random changes, and from the snapshot's bytes.
"""

from __future__ import annotations

import random
from typing import Any

import esper

from ecsphys import Physics
from ecsphys.state import Snapshot, diff
from tests.fuzz.changes import FRAMES, options_of, plan_of
from tests.fuzz.game import NAMES, Game, Team

STEPS = 12
STREAMS = (*NAMES, "joint_break", "projectile_hit", "projectile_spent")


def never_thirds(a: int, b: int) -> bool:
    """A filter without memory."""
    return (a * b) % 3 != 0


def drop_sevenths(contact: Any) -> None:
    """A contact hook without memory."""
    if (contact.entity_a + contact.entity_b) % 7 == 0:
        contact.drop()


def unplug(game: Game) -> None:
    """Take the handlers and hooks of the game away, which remember what has been."""
    physics = game.physics
    for name in (*NAMES, "joint_break", "projectile_hit", "projectile_spent"):
        esper.event_registry.pop(name, None)
    physics.hooks.reset()
    physics.events.reset()
    game.waiting = {}
    for system in [one for one in physics.systems if type(one).__name__ == "Stage"]:
        physics.systems.remove(system)
    physics._pipeline._note_systems()


def plug(physics: Physics, seed: int) -> None:
    """Add hooks without memory, in some worlds."""
    if seed % 3 == 0:
        physics.add_filter(never_thirds)
    if seed % 4 == 0:
        physics.add_contact_hook(drop_sevenths)


def follow(game: Game) -> list[Any]:
    """Run some steps; return the bits of each, what is heard, and what is known at the end."""
    physics, log = game.physics, list[Any]()
    streams = [physics.stream(name) for name in STREAMS]
    for _ in range(STEPS):
        if game.own_clock:
            esper.process(1 / 60)
        else:
            physics.step_once()
        log.append(physics.fingerprint())
        log.append([stream.take().tobytes() for stream in streams])
    log.append(sorted((one.entity_a, one.entity_b, one.age, one.impulse) for one in physics.collisions))
    return log


def check(game: Game, seed: int) -> None:
    """Compare what follows a snapshot with what follows its restoration."""
    physics = game.physics
    rng = random.Random(f"snapshots {seed}")
    snapshot = physics.snapshot(Team)
    again = physics.snapshot(Team)
    assert diff(snapshot, again) == []
    data = to_bytes(snapshot)
    expected = follow(game)
    after = physics.snapshot(Team)
    for attempt in range(3):
        physics.restore(snapshot)
        assert not (found := diff(snapshot, physics.snapshot(Team))), f"{attempt}: {found[0]}"
        compare(follow(game), expected, f"restored, attempt {attempt}")
        assert not (found := diff(after, physics.snapshot(Team))), f"{attempt}: {found[0]}"
        upset(game, rng)
    physics.restore(snapshot)
    compare(follow(game), expected, "restored after changes")
    if data is None:
        return
    upset(game, rng)
    physics.restore(Snapshot.from_bytes(data))
    found = [one for one in diff(snapshot, physics.snapshot(Team)) if one.component != "Listener"]
    assert not found, f"from bytes: {found[0]}"
    compare(follow(game), expected, "from bytes")
    found = [one for one in diff(after, physics.snapshot(Team)) if one.component != "Listener"]
    assert not found, f"from bytes, later: {found[0]}"
    check_delta(after, snapshot, Snapshot.from_bytes(data))


def check_delta(new: Snapshot, base: Snapshot, base_again: Snapshot) -> None:
    """Make a snapshot of what differs from an earlier one, and of that one's bytes."""
    whole = to_bytes(new)
    if whole is not None:
        assert Snapshot.from_bytes(new.to_bytes(base), base_again).to_bytes() == whole, "delta"


def to_bytes(snapshot: Snapshot) -> bytes | None:
    """Return a snapshot as bytes; None if it holds a method of the game, which is refused."""
    try:
        return snapshot.to_bytes()
    except TypeError as error:
        assert "is a method, which cannot be saved" in str(error), error
        return None


def compare(found: list[Any], expected: list[Any], what: str) -> None:
    """Raise `AssertionError` that names the first step in which two logs differ."""
    for k, (one, two) in enumerate(zip(found, expected, strict=True)):
        assert one == two, f"{what}: {'bits' if k % 2 == 0 else 'events'} of step {k // 2} differ"


def upset(game: Game, rng: random.Random) -> None:
    """Change the world at random: entities come and go, move and fall apart."""
    from ecsphys import Box, Circle, Collider, RigidBody, Transform

    present = sorted(filter(esper.entity_exists, esper._entities))
    for entity in rng.sample(present, min(len(present), rng.randrange(4))):
        esper.delete_entity(entity, immediate=rng.random() < 0.5)
    for _ in range(rng.randrange(4)):
        place = Transform(rng.uniform(-100, 100), rng.uniform(-100, 100))
        esper.create_entity(place, RigidBody(), Collider(rng.choice((Circle(9), Box(20, 8)))))
    for _, body in esper.get_component(RigidBody):
        if rng.random() < 0.2:
            body.velocity = (rng.uniform(-500, 500), 0.0)
    for _ in range(rng.randrange(3)):
        esper.process(1 / 60)


def run(seed: int) -> None:
    game = Game(**options_of(seed))
    for frame in plan_of(seed)[: random.Random(seed).randrange(5, FRAMES)]:
        game.frame(frame)
    if esper.current_world != game.home:
        esper.switch_world(game.home)
    unplug(game)
    plug(game.physics, seed)
    for _ in range(seed % 3):  # without one, nothing of the last frame has been taken in
        if game.own_clock:
            esper.process(1 / 60)
        else:
            game.physics.step_once()
    check(game, seed)


def script(seed: int) -> str:
    """Return a script that plays a seed."""
    head = "from tests.fuzz.runner import own_world\nfrom tests.fuzz.snapshots import run\n"
    return f"{head}with own_world('one'):\n    run({seed})\n"
