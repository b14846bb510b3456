"""A small exhibit with one control of each kind, for tests of the lab's core."""

from ecsphys import Box, Circle, Collider, RigidBody, Transform
from ecsphys.lab.controls import Button, Choice, Point, Slider, Thing, Toggle
from ecsphys.lab.exhibit import Exhibit, Number


class Bench(Exhibit):
    """A box that floats in a world, beside controls."""

    title = "Bench"

    speed = Slider("speed", 0, 100, 10, step=10, unit="px/s")
    strength = Slider("strength", 1, 100, 1, logarithmic=True)
    size = Slider("size", 10, 60, 40, rebuild=True)
    on = Toggle("on", False, key="o")
    color = Choice("colour", ("red", "green", "blue"), "green", key="c")
    target = Point((200, 200), "target")
    thing = Thing(Box(60, 40), (-200, 100), "thing")
    fixed = Thing(lambda self: Circle(20 + self.speed), (-200, -200), "fixed", turns=False)

    @Button("kick", key="k")
    def kick(self) -> None:
        """Push the box to the right."""
        self.stage.get(self.box, RigidBody).velocity += (60.0, 0.0)

    def build(self) -> None:
        """Make the box."""
        self.stage = self.world()
        self.changed: list[str] = []
        self.box = self.stage.create(Transform(0, 0), RigidBody(), Collider(Box(self.size, self.size)))

    def change(self, name: str) -> None:
        """Remember what has changed."""
        self.changed.append(name)

    def step(self) -> None:
        """Advance the world."""
        self.stage.step()

    def numbers(self) -> dict[str, Number]:
        """Return where the box is."""
        at = self.stage.get(self.box, Transform)
        return {"x": at.x, "y": at.y, "angle": at.angle, "speed": self.speed}


class Still(Exhibit):
    """An exhibit in which no time passes."""

    spot = Point((0, 0), "spot")
    speed = Slider("speed", 0, 100, 10)

    def numbers(self) -> dict[str, Number]:
        """Return where the spot is."""
        return {"x": self.spot.x, "y": self.spot.y}
