"""Buoyancy: a liquid bears what it displaces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ... import AABB, Area, Box, Circle, Collider, Polygon, RigidBody, Transform
from ...collide.submerged import submerged
from ...math2d.vec2 import Vec2
from ..controls import Slider
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import draw_world
from ..palette import GOOD, MUTED, A, B, fade
from ..worlds import World

SURFACE = 20.0  # y
SIDE = 90.0  # of the box
_BODIES = (("box", Box(SIDE, SIDE), -220.0), ("ball", Circle(45), -70.0), ("log", Box(150, 40), 80.0))
_WEDGE = Polygon([(-60, 35), (0, -60), (60, 35)])


class Buoyancy(Exhibit):
    """Things that float, in a tank."""

    title = "Buoyancy: Archimedes by areas"
    text = (
        "A liquid pushes up with the weight of what a body displaces. In the plane that is the area of the "
        "body below the surface, which the engine computes exactly for each shape, cut by a line; the "
        "force acts at the middle of that area, so that a log lies flat and a wedge turns its point down "
        "or up. A box of half the liquid's density sinks in by half of its side, whatever gravity is. "
        "Change the densities, drag the things under and let go."
    )
    source: ClassVar[Sequence[object]] = (Area, submerged)

    liquid: Slider = Slider("density of the liquid", 0.5, 3, 1)
    body: Slider = Slider("density of the bodies", 0.1, 2.5, 0.5)
    gravity: Slider = Slider("gravity", 100, 1200, 500)

    def build(self) -> None:
        """Fill the tank, and drop the things into it."""
        self.stage: World = self.world(gravity=(0, -self.gravity))
        for x, y, width, height in ((0, -290, 680, 20), (-335, -110, 10, 360), (335, -110, 10, 360)):
            self.stage.create(Transform(x, y), Collider(Box(width, height)))
        self.area: Area = Area(density=self.liquid, linear_damping=1.5, angular_damping=1.5)
        depth = SURFACE + 280.0
        pool = Collider(AABB(660, depth), trigger=True)
        self.stage.create(Transform(0, SURFACE - depth / 2), pool, self.area)
        self.bodies: dict[str, int] = {
            name: self.stage.create(Transform(x, 120), RigidBody(), Collider(shape, density=self.body))
            for name, shape, x in (*_BODIES, ("wedge", _WEDGE, 230.0))
        }

    def change(self, name: str) -> None:
        """Take a density or gravity over."""
        self.area.density = self.liquid
        self.stage.physics.gravity = (0, -self.gravity)
        for entity in self.bodies.values():
            self.stage.get(entity, Collider).density = self.body

    def step(self) -> None:
        """Advance the world."""
        self.stage.step()

    def submerged(self) -> float:
        """Return how far the box is below the surface, if it floats upright."""
        return SURFACE - (self.stage.get(self.bodies["box"], Transform).y - SIDE / 2)

    def draw(self, display: Display) -> None:
        """Draw the liquid, the bodies, and how deep the box is."""
        display.polygon([(-330, -280), (330, -280), (330, SURFACE), (-330, SURFACE)], fade(B, 50))
        draw_world(display, self.stage.physics, dict.fromkeys(self.bodies.values(), A))
        box = self.stage.get(self.bodies["box"], Transform)
        foot = Vec2(box.x - SIDE / 2 - 14.0, box.y - SIDE / 2)
        if foot.y < SURFACE:
            display.arrow(foot, (foot.x, SURFACE), GOOD)
            display.text((foot.x - 6, foot.y - 18), f"{self.submerged():.1f}", GOOD, 14.0)
        display.text((-322, SURFACE + 8), "surface", MUTED, 13.0)

    def numbers(self) -> dict[str, Number]:
        """Return the depth of the box, and what Archimedes says."""
        share = self.body / self.liquid
        return {
            "box: depth": self.submerged(),
            "box: depth by Archimedes": SIDE * share if share < 1.0 else "sinks",
            **{f"{name}: y": self.stage.get(entity, Transform).y for name, entity in self.bodies.items()},
        }
