"""Islands and sleep: what touches falls asleep together, and wakes together."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

import numpy as np

from ... import Box, Circle, Collider, RigidBody, Transform
from ...arrays import Ints
from ...solver.island import let_rest, put_islands_to_sleep, unite_islands
from ...solver.union_find import find_root, unite
from ...world.bodies import DYNAMIC
from ..controls import Button, Slider, Toggle
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import draw_world
from ..palette import CURVES, STILL, TEXT
from ..worlds import World

FLOOR = -290.0
PILES = (-270.0, -150.0, -20.0, 120.0, 250.0)  # x
SHAPES = (Box(34, 34), Box(46, 26), Circle(18), Box(26, 40))
SPREAD = 14.0  # of the places in a pile, to either side


class IslandsAndSleep(Exhibit):
    """Piles of bodies, coloured by island."""

    title = "Islands and sleep"
    text = (
        "Most of a level stands still most of the time, and what stands still need not be computed. But a "
        "body must not sleep while something that it touches still moves: it could be pushed. So bodies "
        "that touch form an island, and an island falls asleep when all of it has been slow for half a "
        "second. Colours are islands, grey sleeps; the number on a body is how long it has been slow, in "
        "seconds. Drag a body out of a sleeping pile: the whole pile wakes, the others sleep on. The "
        "floor joins nothing, or all would be one island."
    )
    source: ClassVar[Sequence[object]] = (let_rest, put_islands_to_sleep, unite_islands, unite, find_root)

    count: Slider = Slider("bodies in a pile", 1, 8, 4, step=1, rebuild=True)
    sleeping: Toggle = Toggle("sleeping", True, key="s")

    def build(self) -> None:
        """Drop the piles."""
        self.stage: World = self.world(gravity=(0.0, -600.0), length_unit=32.0, sleeping=self.sleeping)
        self.stage.create(Transform(0, FLOOR - 15.0), Collider(Box(700, 30)))
        for x in (-345.0, 345.0):
            self.stage.create(Transform(x, FLOOR + 60.0), Collider(Box(10, 120)))
        random = Random(4)
        self.bodies: list[int] = [
            self.drop(x + random.uniform(-SPREAD, SPREAD), FLOOR + 40.0 + 50.0 * k + 18.0 * pile, k + pile)
            for pile, x in enumerate(PILES)
            for k in range(int(self.count))
        ]
        self.stage.settle()
        self.note()

    def drop(self, x: float, y: float, which: int) -> int:
        """Let a body fall."""
        collider = Collider(SHAPES[which % len(SHAPES)], friction=0.7)
        return self.stage.create(Transform(x, y), RigidBody(angular_damping=4.0), collider)

    def change(self, name: str) -> None:
        """Allow sleep, or wake all."""
        self.stage.physics.sleeping = self.sleeping

    @Button("throw a ball", key="t")
    def throw(self) -> None:
        """Throw a ball at the piles."""
        ball = self.stage.create(
            Transform(-320, -100), RigidBody(velocity=(420, -200)), Collider(Circle(14), density=2.0)
        )
        self.bodies.append(ball)
        self.stage.settle()
        self.note()

    def step(self) -> None:
        """Advance the world."""
        self.stage.step()
        self.note()

    def note(self) -> None:
        """Note the islands and which bodies sleep, once a step."""
        world = self.stage.physics.world
        rows = [world.row_of(body) for body in self.bodies]
        bodies = world.bodies.rows[rows]
        self.islands: list[int] = self.roots()[rows].tolist()  # of each body, a row of its island
        self.awake: list[bool] = (bodies["awake"] == 1).tolist()
        self.rest: list[float] = bodies["rest_time"].tolist()  # s for which each has been slow

    def roots(self) -> Ints:
        """Return for each row of bodies the smallest row of its island: by the touches of dynamic bodies.

        The engine unites the same pairs, but only in steps in which some body has rested long enough.
        """
        world = self.stage.physics.world
        parents, kinds = np.arange(world.bodies.count), world.bodies.rows["kind"]
        for collision in self.stage.physics.collisions:
            a, b = world.row_of(collision.entity_a), world.row_of(collision.entity_b)
            if kinds[a] == DYNAMIC and kinds[b] == DYNAMIC:
                unite(parents, a, b)
        return np.array([find_root(parents, row) for row in range(len(parents))])

    def draw(self, display: Display) -> None:
        """Draw the bodies in the colours of their islands, with the seconds for which they have rested."""
        order = sorted(set(self.islands))
        colors = {
            body: CURVES[order.index(island) % len(CURVES)] if awake else STILL
            for body, island, awake in zip(self.bodies, self.islands, self.awake, strict=True)
        }
        draw_world(display, self.stage.physics, colors)
        for body, awake, rest in zip(self.bodies, self.awake, self.rest, strict=True):
            x, y = self.stage.get(body, Transform).position
            display.text((x, y - 4.0), f"{rest:.1f}" if awake else "z", TEXT, 12.0, "center")
        for k, (name, value) in enumerate(self.numbers().items()):
            display.text((-345, 292 - 19 * k), f"{value:.3g} {name}", TEXT, 14.0)

    def numbers(self) -> dict[str, Number]:
        """Return the numbers of islands and bodies, awake and asleep, and the longest rest of one awake."""
        lively = {island for island, awake in zip(self.islands, self.awake, strict=True) if awake}
        return {
            "islands": len(set(self.islands)),
            "islands asleep": len(set(self.islands) - lively),
            "bodies awake": sum(self.awake),
            "bodies asleep": len(self.bodies) - sum(self.awake),
            "s: longest rest of one awake": max(
                (rest for rest, awake in zip(self.rest, self.awake, strict=True) if awake), default=0.0
            ),
        }
