"""Buoyancy: a liquid bears what it displaces."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar

from ... import AABB, Area, Box, Circle, Collider, Polygon, RigidBody, Transform
from ...collide.submerged import submerged
from ...math2d.outline import signed_area
from ...math2d.vec2 import Vec2
from ...shapes import Shape
from ..controls import Slider
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import draw_world, outline_points
from ..palette import GOOD, HIT, MUTED, TEXT, A, B, fade
from ..textbook.bsp import Wall, clip
from ..worlds import World

SURFACE = 20.0  # y
SIDE = 90.0  # of the box
TILT = 0.05  # of all bodies at the start: what cannot float upright turns
SHAPES: dict[str, Shape] = {
    "box": Box(SIDE, SIDE),
    "ball": Circle(45),
    "log": Box(150, 40),
    "wedge": Polygon([(-60, 35), (0, -60), (60, 35)]),
}
PLACES = (-220.0, -70.0, 80.0, 230.0)  # x


class Buoyancy(Exhibit):
    """Things that float, in a tank."""

    title = "Buoyancy: Archimedes by areas"
    text = (
        "A liquid pushes up with the weight of what a body displaces: a body of half the liquid's density "
        "floats with half of its area under, whatever gravity is. The force acts at the middle of that area. "
        "Which side is up? The metacentre decides, where the line of the force meets the body's own upright: "
        "while it is above the centre of mass, the body rights itself. A log lies flat. A square is upright "
        "only if less than 21 % or more than 79 % of it is under; at half it floats on a corner. Change the "
        "densities, drag the things under and let go."
    )
    source: ClassVar[Sequence[object]] = (Area, submerged)
    page_steps: ClassVar[int] = 700

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
            name: self.stage.create(
                Transform(x, 120, TILT), RigidBody(can_sleep=False), Collider(shape, density=self.body)
            )
            for (name, shape), x in zip(SHAPES.items(), PLACES, strict=True)
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

    def share_under(self, name: str) -> float:
        """Return the share of a body's area that is below the surface, outlines drawn in 48 to the turn."""
        outline = outline_points(SHAPES[name], self.stage.get(self.bodies[name], Transform).pose)
        under = clip(outline, Wall(Vec2(1.0, SURFACE), Vec2(0.0, SURFACE), 0), 1.0)
        return signed_area(under) / signed_area(outline) if len(under) > 2 else 0.0

    @property
    def tilt(self) -> float:
        """The angle of the box from its nearest upright, degrees: -45 … 45."""
        return (math.degrees(self.stage.get(self.bodies["box"], Transform).angle) + 45.0) % 90.0 - 45.0

    def metacentre(self) -> float:
        """Return how far the metacentre of an upright box is above its middle (P. Bouguer).

        Above the middle of the area under by the waterline's second moment over that area.
        """
        depth = SIDE * self.body / self.liquid
        return SIDE**2 / (12.0 * depth) - 0.5 * (SIDE - depth)

    def draw(self, display: Display) -> None:
        """Draw the liquid, the bodies, and how much of each is under."""
        display.polygon([(-330, -280), (330, -280), (330, SURFACE), (-330, SURFACE)], fade(B, 50))
        draw_world(display, self.stage.physics, dict.fromkeys(self.bodies.values(), A))
        for name, entity in self.bodies.items():
            place = self.stage.get(entity, Transform).position
            words = f"{100.0 * self.share_under(name):.0f} % under"
            display.text(place + Vec2(0.0, 90.0), words, GOOD, 13.0, "center")
        display.text((-322, SURFACE + 8), "surface", MUTED, 13.0)
        share = self.body / self.liquid
        if share < 1.0:
            words = f"density: {100.0 * share:.0f} % of the liquid's"
            display.text((-345, 298), words, TEXT, 14.0)
            above = self.metacentre()
            side, color = ("above", GOOD) if above > 0.0 else ("below", HIT)
            words = f"metacentre of an upright box: {abs(above):.1f} {side} its middle"
            display.text((-345, 276), words, color, 14.0)

    def numbers(self) -> dict[str, Number]:
        """Return how much of each body is under, and what Archimedes says; how the box floats."""
        share = self.body / self.liquid
        return {
            "share under by Archimedes": share if share < 1.0 else "sinks",
            **{f"{name}: share under": self.share_under(name) for name in self.bodies},
            **{f"{name}: y": self.stage.get(entity, Transform).y for name, entity in self.bodies.items()},
            "box: tilt, °": self.tilt,
            "box: metacentre above its middle": self.metacentre() if share < 1.0 else "sinks",
        }
