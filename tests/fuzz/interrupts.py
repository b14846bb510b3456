"""Steps broken off by Ctrl-C at any place: the world goes on, nothing is half done, begins and ends balance.

A timer raises `KeyboardInterrupt` wherever Python is, as Ctrl-C does. A world without code of the game within
its steps must have the bits of a twin that nothing interrupts; one with hooks, filters, fields, systems and
handlers, which are interrupted themselves, must keep its account of begins and ends.
"""

from __future__ import annotations

import random
import signal
from typing import Any

import esper

import ecsphys
from ecsphys import (
    COLLISION_BEGIN,
    COLLISION_END,
    TRIGGER_ENTER,
    TRIGGER_EXIT,
    Box,
    Capsule,
    CharacterController,
    Circle,
    Collider,
    IntegrationSystem,
    Physics,
    Projectile,
    RigidBody,
    Transform,
)
from ecsphys.world.checks import fingerprint

FRAMES = 40
STREAMS = (COLLISION_BEGIN, COLLISION_END, TRIGGER_ENTER, TRIGGER_EXIT)


class Busy(esper.Processor):
    """A system of the game that reads and writes in the middle of a step."""

    def __init__(self, clock: Physics):
        self.clock = clock

    def process(self, dt: float = 0.0) -> None:
        self.clock.bodies["vx"] += 0.0
        self.clock.overlap_point((0, 0))


class Game:
    """A closed room in which things come and go, and the account of its events."""

    def __init__(self, seed: int, busy: bool, own_clock: bool):
        self.rng = random.Random(seed)
        self.clock = Physics(gravity=(0, -600), threads=self.rng.choice((1, 1, 2)))
        self.own_clock = own_clock
        self.entities: list[int] = []
        self.active: set[tuple[str, int, int]] = set()
        self.streams = [self.clock.stream(name) for name in STREAMS]
        if busy:
            self.add_code()
        for system in self.clock.systems if own_clock else [self.clock]:
            esper.add_processor(system)
        for x, y, w, h in ((0, -200, 440, 40), (0, 200, 440, 40), (-220, 0, 40, 440), (220, 0, 40, 440)):
            esper.create_entity(Transform(x, y), Collider(Box(w, h), restitution=0.8))
        esper.create_entity(Transform(0, 0), Collider(Box(120, 120), trigger=True))

    def add_code(self) -> None:
        """Give the step code of the game to call: hooks, a filter, a field, a system and handlers."""
        clock = self.clock
        clock.insert(Busy(clock), before=IntegrationSystem)
        clock.add_contact_hook(lambda contact: sum(range(20)))
        clock.add_filter(lambda a, b: sum(range(20)) >= 0 and (a + b) % 7 > 0)
        if self.rng.random() < 0.3:
            clock.add_field(lambda fields: None)
        clock.before_step(lambda dt: sum(range(50)))
        self.handlers = [ecsphys.on(name)(lambda event: sum(range(20))) for name in STREAMS]

    def change(self) -> None:
        """Make and delete some things."""
        rng = self.rng
        for _ in range(rng.randrange(3)):
            x, y = rng.uniform(-150, 150), rng.uniform(-150, 150)
            self.entities.append(esper.create_entity(Transform(x, y), *self.parts()))
        for _ in range(rng.randrange(3)):
            if self.entities:
                esper.delete_entity(self.entities.pop(rng.randrange(len(self.entities))), immediate=True)
        for entity in self.entities:
            if rng.random() < 0.05 and esper.has_component(entity, RigidBody):
                rigid = esper.component_for_entity(entity, RigidBody)
                rigid.mass = rng.uniform(1, 100)
                if rigid.kind == "dynamic":
                    rigid.apply_impulse((100.0, 0.0))

    def parts(self) -> tuple[Any, ...]:
        rng = self.rng
        velocity = rng.uniform(-9000, 9000), rng.uniform(-9000, 9000)
        kind = rng.randrange(6)
        if kind == 0:
            walker = CharacterController(mode="floating")
            walker.move((rng.uniform(-90, 90), 0))
            return RigidBody.kinematic(), Collider(Capsule(40, 10)), walker
        if kind == 1:
            return RigidBody(velocity=velocity), Collider(Circle(3)), Projectile(pierce=2)
        if kind == 2:
            return RigidBody(velocity=velocity, continuous="bullet"), Collider(Circle(5), restitution=0.9)
        if kind == 3:
            return (Collider(Box(30, 30), trigger=True),)
        return RigidBody(angular_velocity=3.0), Collider(Box(rng.uniform(8, 40), rng.uniform(8, 40)))

    def step(self, interrupted: random.Random | None) -> None:
        """Run one step, again until it has run, and look at the events."""
        step = self.clock.step_count
        while self.clock.step_count == step:
            try:
                if interrupted is not None and interrupted.random() < 0.7:
                    signal.setitimer(signal.ITIMER_REAL, 10 ** interrupted.uniform(-5, -2.5))
                if self.own_clock:
                    esper.process(self.clock.step)
                else:
                    self.clock.step_once()
                signal.setitimer(signal.ITIMER_REAL, 0)
            except KeyboardInterrupt:
                pass
            finally:
                quiet()
        self.look()

    def look(self) -> None:
        """Check that every begin and every end belongs to the account, in the order of a step."""
        rows = [stream.take() for stream in self.streams]
        for begins, ends, kind in ((rows[0], rows[1], "solid"), (rows[2], rows[3], "trigger")):
            began = [(kind, *key) for key in keys_of(begins, kind)]
            ended = [(kind, *key) for key in keys_of(ends, kind)]
            for key in set(began) | set(ended):
                change = began.count(key) - ended.count(key)
                now = (key in self.active) + change
                assert now in (0, 1), (self.clock.step_count, key, began.count(key), ended.count(key))
                (self.active.add if now else self.active.discard)(key)
        touching = {("solid", c.entity_a, c.entity_b) for c in self.clock.collisions}
        assert touching <= self.active, touching - self.active

    def end(self) -> None:
        """Delete everything: all that began must end."""
        for entity in list(esper._entities):
            esper.delete_entity(entity, immediate=True)
        self.step(None)
        assert not self.active, self.active
        assert len(self.clock.bodies) == 0


def keys_of(rows: Any, kind: str) -> list[tuple[int, int]]:
    names = ("entity_a", "entity_b") if kind == "solid" else ("trigger", "visitor")
    return list(zip(*(rows[name].tolist() for name in names), strict=True))


def quiet() -> None:
    """Stop the timer, also when it rings in the middle of that."""
    while True:
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
            return
        except KeyboardInterrupt:
            pass


def play(seed: int, busy: bool, interrupts: random.Random | None) -> str:
    """Play a game; return the bits of its world before the end."""
    game = Game(seed, busy, own_clock=busy and seed % 3 == 0)
    for _ in range(FRAMES):
        game.change()
        game.step(interrupts)
    bits = fingerprint(game.clock)
    game.end()
    return bits


def run(seed: int) -> None:
    """Play a game with interrupts, and compare it with a twin where that is possible."""
    busy = seed % 2 == 1
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        bits = play(seed, busy, random.Random(~seed))
    finally:
        quiet()
        signal.signal(signal.SIGALRM, before)
    if not busy:
        esper.switch_world(f"twin of {seed}")
        assert play(seed, busy, None) == bits
