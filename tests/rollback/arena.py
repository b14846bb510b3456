"""A small game for tests of rollback: each player pushes a box among others, and throws balls."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass

import esper

from ecsphys import Collider, Physics, RigidBody, Transform
from ecsphys.rollback import Input
from ecsphys.shapes import Box, Circle, Segment

LEFT, RIGHT, UP, THROW = 1, 2, 4, 8
_numbers = itertools.count()


@dataclass
class Thrower:
    """A component of the game: how often a player has thrown, and when the next time may be."""

    thrown: int = 0
    rest: int = 0


@dataclass
class Ball:
    """A component of the game: how many steps a ball has left."""

    steps: int = 90


class Game:
    """A game in an esper world of its own; `inputs` of each simulated frame are kept."""

    def __init__(self, crates: int = 6, players: int = 2):
        self.world = f"arena {next(_numbers)}"
        self.enter()
        self.physics = Physics(gravity=(0, -900))
        esper.add_processor(self.physics)
        esper.create_entity(Transform(), Collider(Segment((-400, 0), (400, 0)), friction=0.8))
        for x in (-400, 400):
            esper.create_entity(Transform(x, 0), Collider(Segment((0, 0), (0, 400))))
        for k in range(crates):
            esper.create_entity(
                Transform(-60 + 40 * (k % 4), 20 + 42 * (k // 4)),
                RigidBody(),
                Collider(Box(40, 40), friction=0.6),
            )
        self.players = [
            esper.create_entity(
                Transform(-200 + 400 * k / max(1, players - 1), 25),
                RigidBody(),
                Collider(Box(50, 50)),
                Thrower(),
            )
            for k in range(players)
        ]
        self.frames: list[tuple[Input, ...]] = []

    def enter(self) -> None:
        esper.switch_world(self.world)

    def step(self, inputs: tuple[Input, ...]) -> None:
        """Simulate a frame."""
        self.frames.append(inputs)
        for player, (buttons, _) in zip(self.players, inputs, strict=True):
            self._steer(player, buttons)
        for entity, ball in sorted(esper.get_component(Ball), key=lambda one: one[0]):
            ball.steps -= 1
            if ball.steps <= 0:
                esper.delete_entity(entity, immediate=True)
        self.physics.step_once()

    def _steer(self, player: int, buttons: int) -> None:
        body, thrower = (
            esper.component_for_entity(player, RigidBody),
            esper.component_for_entity(player, Thrower),
        )
        side = bool(buttons & RIGHT) - bool(buttons & LEFT)
        vx, vy = body.velocity
        if side:
            body.velocity = (250.0 * side, vy)
        if buttons & UP and abs(vy) < 1.0:
            body.velocity = (vx, 400.0)
        thrower.rest = max(0, thrower.rest - 1)
        if buttons & THROW and not thrower.rest:
            thrower.rest, thrower.thrown = 20, thrower.thrown + 1
            place = esper.component_for_entity(player, Transform)
            esper.create_entity(
                Transform(place.x, place.y + 45), RigidBody(velocity=(300.0 * (side or 1), 300.0)),
                Collider(Circle(10), restitution=0.5), Ball(),
            )  # fmt: skip

    def fingerprint(self) -> str:
        self.enter()
        return self.physics.fingerprint()


def buttons(seed: int, frame: int, hold: int = 12) -> int:
    """The buttons that a player holds in a frame: another set every `hold` frames."""
    return random.Random(seed * 1_000_003 + frame // hold).randrange(16)


def reference(frames: int, inputs: Sequence[Sequence[int]], **game: int) -> str:
    """Return the fingerprint of a game that was played with these inputs by frame, without rollback."""
    plain = Game(**game)
    for frame in range(frames):
        plain.step(tuple(Input(value, "confirmed") for value in inputs[frame]))
    return plain.fingerprint()
