"""Snapshots: two futures of one state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ... import Box, Collider, RigidBody, Transform
from ...math2d.vec2 import Vec2
from ...physics import Physics
from ...state import Snapshot, diff
from ..controls import Slider
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import draw_world
from ..palette import GOOD, HIT, MUTED, TEXT, A, B, fade
from ..worlds import World

_BRANCH = 60  # steps before the snapshot
_SIDE = 34.0


class TwoFutures(Exhibit):
    """A tower that is built once and falls twice."""

    title = "Snapshots: two futures of one state"
    text = (
        "A snapshot holds all that decides what comes next: not only places and speeds, but also the "
        "impulses in the contacts, who sleeps, and the clocks. So a world that goes back to one repeats "
        "itself to the last bit. Here one is taken after a second. From then on you see two futures of that "
        "one state: the orange one gets no push, the blue one is pushed at the top by as much as you "
        "choose. With no push both are the same future. The fingerprints tell."
    )
    source: ClassVar[Sequence[object]] = (Physics.snapshot, Physics.restore, diff)

    push: Slider = Slider("push", 0, 400, 120, rebuild=True)

    def build(self) -> None:
        """Build the tower, let it stand for a second, and branch."""
        world, boxes = self.tower()
        self.first: World = world
        self.boxes: list[int] = boxes
        self.first.step(_BRANCH)
        with self.first:
            data = self.first.physics.snapshot().to_bytes()  # the other world is another Physics
        self.second: World = self.tower()[0]
        with self.second:
            self.second.physics.restore(Snapshot.from_bytes(data))
            body = self.second.get(self.boxes[-1], RigidBody)
            if self.push > 0.0:
                body.apply_impulse((self.push * body.mass, 0.0))
        self.count: int = 0

    def tower(self) -> tuple[World, list[int]]:
        """Return a world with a tower, and its boxes."""
        world = self.world(gravity=(0, -600), length_unit=_SIDE)
        world.create(Transform(0, -250), Collider(Box(700, 20)))
        places = [Transform((k % 2) * 3.0, -240 + _SIDE * (k + 0.5)) for k in range(9)]
        boxes = [world.create(place, RigidBody(), Collider(Box(_SIDE, _SIDE))) for place in places]
        return world, boxes

    def step(self) -> None:
        """Advance both futures."""
        self.first.step()
        self.second.step()
        self.count += 1

    def differences(self) -> int:
        """Return in how many fields the two futures differ."""
        snapshots = []
        for world in (self.first, self.second):
            with world:
                snapshots.append(world.physics.snapshot())
        return len(diff(*snapshots))

    def draw(self, display: Display) -> None:
        """Draw one future over the other."""
        draw_world(display, self.first.physics, dict.fromkeys(self.boxes, A))
        draw_world(display, self.second.physics, dict.fromkeys(self.boxes, B))
        for box in self.boxes:
            one, other = self.first.get(box, Transform), self.second.get(box, Transform)
            display.line(one.position, other.position, fade(MUTED, 150), 1.0)
        same = self.first.physics.fingerprint() == self.second.physics.fingerprint()
        words = "one future: fingerprints are equal" if same else "two futures: fingerprints differ"
        display.text((0, 285), words, GOOD if same else HIT, 16.0, "center")
        display.text(Vec2(-345, -300), f"{self.count / 60:.2f} s after the snapshot", TEXT, 14.0)
        display.text((345, -280), "no push", A, 14.0, "right")
        display.text((345, -300), "pushed", B, 14.0, "right")

    def numbers(self) -> dict[str, Number]:
        """Return how far the tops are apart, and in how much the states differ."""
        tops = [world.get(self.boxes[-1], Transform) for world in (self.first, self.second)]
        return {
            "steps since the snapshot": self.count,
            "tops apart by": tops[0].position.distance(tops[1].position),
            "fields that differ": self.differences(),
            "equal fingerprints": self.first.physics.fingerprint() == self.second.physics.fingerprint(),
        }
