"""Soft contacts: sub-steps make a stack stiff."""

from collections.abc import Sequence
from typing import ClassVar

from ... import Box, Collider, RigidBody, Transform
from ...constants import CONTACT_HERTZ
from ...settings import contact_softness, softness
from ...solver.contact.point import soft_target
from ..controls import Slider
from ..display import Display
from ..exhibit import STEP, Exhibit, Number
from ..figures import draw_world
from ..palette import CURVES, HIT, MUTED, STILL, TEXT
from ..worlds import World

SIDE = 32.0  # of a box
FLOOR = -280.0
GRAVITY = 600.0
BAR = 60.0  # bars show overlaps so many times as long
MOST = 16  # sub-steps of the last stack


class Stack:
    """A world with a stack of boxes at x = 0, drawn at `x`."""

    def __init__(self, world: World, x: float, count: int):
        self.world = world
        self.x = x
        world.create(Transform(x, FLOOR), Collider(Box(160, 4), offset=(0, -2)))
        self.boxes: list[int] = [
            world.create(Transform(x, FLOOR + SIDE * (k + 0.5)), RigidBody(), Collider(Box(SIDE, SIDE)))
            for k in range(count)
        ]

    def overlaps(self) -> list[float]:
        """Return how far each box has sunk into what is below it, from the lowest on."""
        heights = [self.world.get(box, Transform).y for box in self.boxes]
        below = [FLOOR - 0.5 * SIDE, *heights]
        return [low + SIDE - high for low, high in zip(below, heights, strict=False)]


class SoftContacts(Exhibit):
    """Three stacks: with one sub-step, with as many as the slider says, and with 16."""

    title = "Soft contacts: sub-steps on a stack"
    text = (
        "A solver that takes out all overlap at once adds energy, and stacks tremble. So a contact is a "
        "damped spring: it gives way until it carries what lies on it. A spring cannot be stiffer than "
        "the steps can follow: its frequency is at most a quarter of the rate of sub-steps, and 40 Hz at "
        "most (80 Hz on what is fixed). The overlap falls with the square of the frequency. Red bars show "
        "overlaps 60 times as long: with one sub-step the stack sinks visibly, with four it is stiff, and "
        "more change little. Drag a box out, or pile up more."
    )
    source: ClassVar[Sequence[object]] = (softness, contact_softness, soft_target)

    substeps: Slider = Slider("sub-steps", 1, MOST, 2, step=1)
    count: Slider = Slider("boxes", 2, 14, 8, step=1, rebuild=True)

    def build(self) -> None:
        """Pile the boxes up."""
        numbers = (1, int(self.substeps), MOST)
        self.stacks: list[Stack] = [
            Stack(
                self.world(gravity=(0, -GRAVITY), length_unit=SIDE, substeps=n, sleeping=False),
                x, int(self.count),
            )
            for n, x in zip(numbers, (-230.0, 0.0, 230.0), strict=True)
        ]  # fmt: skip

    def change(self, name: str) -> None:
        """Take another number of sub-steps over."""
        self.stacks[1].world.physics.substeps = int(self.substeps)

    def step(self) -> None:
        """Advance all worlds."""
        for stack in self.stacks:
            stack.world.step()

    def draw(self, display: Display) -> None:
        """Draw the stacks, and the overlap at each contact as a bar."""
        for stack in self.stacks:
            physics = stack.world.physics
            draw_world(display, physics, {box: CURVES[k % 6] for k, box in enumerate(stack.boxes)})
            number, overlaps = physics.substeps, stack.overlaps()
            display.text(
                (stack.x, 290), f"{number} sub-step{'s' if number > 1 else ''}", TEXT, 15.0, "center"
            )
            rate = contact_hertz(number)
            display.text((stack.x, 270), f"contacts of {rate:.0f} Hz", MUTED, 13.0, "center")
            display.text((stack.x, 252), f"sunk by {sum(overlaps):.2f}", HIT, 13.0, "center")
            for k, overlap in enumerate(overlaps):
                place = stack.world.get(stack.boxes[k], Transform).position
                low = (place.x + 0.5 * SIDE + 6.0, place.y - 0.5 * SIDE)
                length = min(max(overlap, 0.0) * BAR, 120.0)
                display.line(low, (low[0] + length, low[1]), HIT, 4.0)
        display.line((-350, FLOOR - 4), (350, FLOOR - 4), STILL, 2.0)

    def numbers(self) -> dict[str, Number]:
        """Return how far the stacks have sunk, and the overlaps of the one in the middle at its ends."""
        first, middle, last = self.stacks
        return {
            "sunk, 1 sub-step": sum(first.overlaps()),
            "sunk, by slider": sum(middle.overlaps()),
            f"sunk, {MOST} sub-steps": sum(last.overlaps()),
            "lowest overlap": middle.overlaps()[0],
            "highest overlap": middle.overlaps()[-1],
            "frequency, Hz": contact_hertz(int(self.substeps)),
        }


def contact_hertz(substeps: int) -> float:
    """Return the frequency of contacts between bodies that move, see `contact_softness`."""
    return min(CONTACT_HERTZ, 0.25 * substeps / STEP)
