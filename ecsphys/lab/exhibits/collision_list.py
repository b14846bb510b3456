"""The collision list: begin, stay and end of one contact that flickers, as a time line."""

import math
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from ... import Box, Circle, Collider, RigidBody, Transform
from ...contacts.touch_list import update_parted_pair, update_touching_pair
from ...events.collisions import Collision
from ...events.stream import EventStream
from ...geometry import overlap
from ..controls import Slider, Thing
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import draw_shape
from ..palette import GOOD, HIT, MUTED, NORMAL, STILL, TEXT, A, fade
from ..worlds import World

PLATE = Box(320, 40)
PLACE = (0.0, 60.0)  # of the plate
DISC = Circle(36)
SPAN = 90  # steps in the time line
LEFT, COLUMN = -270.0, 6.8  # of the time line: its left end, and the width of a step
ROWS = {"touch": -70.0, "begin": -110.0, "stay": -135.0, "end": -160.0}  # y
BARS = -300.0  # y of the foot of the bars that show the frames left
BAR = 10.0  # height of one frame


class Frame(NamedTuple):
    """What happened in one step: whether the shapes overlapped, the events, and the frames left."""

    touch: bool
    begin: int
    stay: int
    end: int
    frames_left: int


class CollisionList(Exhibit):
    """A disc that shakes on a plate."""

    title = "The collision list: begin, stay, end"
    text = (
        "A collision lasts many frames, but a game wants to know when it begins and when it ends: one "
        "clank, not sixty a second. So the engine keeps a list of pairs. A new pair begins; while it "
        "touches it stays; when it parts it may end. But a body that trembles on a plate parts and meets "
        "again every few frames: with one frame left to live each touch is a new clank. With more frames "
        "left the list waits: a touch in time sets the count back, and only a true parting ends the pair, "
        "that many frames later. Drag the disc, change the shaking, then raise the frames."
    )
    source: ClassVar[Sequence[object]] = (update_touching_pair, update_parted_pair, Collision)

    end_after: Slider = Slider("end after", 1, 12, 1, step=1, unit="frames")
    period: Slider = Slider("one shake in", 2, 16, 8, step=1, unit="frames")
    height: Slider = Slider("height of a shake", 0, 20, 6)
    disc: Thing = Thing(DISC, (30, 118), "", A, turns=False)

    def build(self) -> None:
        """Make the plate, the disc, and listen."""
        self.age: int = 0
        self.stage: World = self.world(end_after=int(self.end_after), length_unit=40.0)
        self.plate: int = self.stage.create(Transform(*PLACE), Collider(PLATE))
        self.body: int = self.stage.create(Transform(*self.place), RigidBody.kinematic(), Collider(DISC))
        stream = self.stage.physics.stream
        self.streams: list[EventStream] = [
            stream("collision_begin"),
            stream("collision_stay"),
            stream("collision_end"),
        ]
        self.totals: list[int] = [0, 0, 0]
        self.frames: list[Frame] = []

    @property
    def place(self) -> tuple[float, float]:
        """Where the disc is in this step: where it was dragged to, and the shake."""
        x, y, _ = self.disc.pose
        turn = 2.0 * math.pi * self.age / self.period
        return x, y + self.height * math.sin(turn)

    def change(self, name: str) -> None:
        """Take another number of frames over."""
        self.stage.physics.end_after = int(self.end_after)

    def step(self) -> None:
        """Shake, run a step, and note what the list did."""
        self.age += 1
        self.stage.get(self.body, Transform).position = self.place
        self.stage.step()
        begin, stay, end = (len(stream.take()) for stream in self.streams)
        touch = overlap(DISC, self.place, PLATE, PLACE)
        pair = self.stage.physics.collisions.between(self.body, self.plate)
        frame = Frame(touch, begin, stay, end, pair.frames_left if pair else 0)
        self.frames = [*self.frames[1 - SPAN :], frame]
        self.totals = [total + new for total, new in zip(self.totals, (begin, stay, end), strict=True)]

    def draw(self, display: Display) -> None:
        """Draw plate and disc, and the time line below."""
        frame = self.frames[-1] if self.frames else Frame(False, 0, 0, 0, 0)
        draw_shape(display, PLATE, PLACE, HIT if frame.touch else STILL)
        draw_shape(display, DISC, self.place, HIT if frame.touch else A)
        x, y, _ = self.disc.pose
        for bound in (y - self.height, y + self.height):
            display.dashes((x - 60.0, bound), (x + 60.0, bound), MUTED, 1.0)
        state = f"in the list, {frame.frames_left} left" if frame.frames_left else "not in the list"
        display.text((-345, 290), f"the pair: {state}", NORMAL if frame.frames_left else MUTED, 15.0)
        for k, (name, total, color) in enumerate(
            zip(("begun", "stayed", "ended"), self.totals, (GOOD, TEXT, HIT), strict=True)
        ):
            display.text((-345, 266 - 20 * k), f"{total} {name}", color, 14.0)
        self.draw_rows(display)
        self.draw_frames_left(display)

    def draw_rows(self, display: Display) -> None:
        """Draw in which steps the shapes touched, and the events."""
        for name, y in ROWS.items():
            display.text((LEFT - 10.0, y - 4.0), name, TEXT, 13.0, "right")
            display.line((LEFT, y - 9.0), (LEFT + SPAN * COLUMN, y - 9.0), fade(MUTED, 60), 1.0)
        for k, frame in enumerate(self.frames):
            x = LEFT + (k + 0.5) * COLUMN
            if frame.touch:
                display.line((x, ROWS["touch"] - 8.0), (x, ROWS["touch"] + 12.0), HIT, COLUMN - 1.0)
            for name, color in (("begin", GOOD), ("stay", TEXT), ("end", HIT)):
                if getattr(frame, name):
                    display.point((x, ROWS[name]), color, 2.0 if name == "stay" else 4.0)

    def draw_frames_left(self, display: Display) -> None:
        """Draw the frames left after each step as bars."""
        display.text((LEFT - 10.0, BARS), "frames left", TEXT, 13.0, "right")
        right = LEFT + SPAN * COLUMN
        display.line((LEFT, BARS), (right, BARS), MUTED, 1.0)
        top = BARS + BAR * self.end_after
        display.dashes((LEFT, top), (right, top), fade(MUTED, 120), 1.0)
        display.text((right + 6.0, top - 4.0), f"{self.end_after:g}", MUTED, 12.0)
        for k, frame in enumerate(self.frames):
            x = LEFT + (k + 0.5) * COLUMN
            if frame.frames_left:
                color = NORMAL if frame.touch else fade(NORMAL, 120)
                display.line((x, BARS), (x, BARS + BAR * frame.frames_left), color, COLUMN - 1.5)

    def numbers(self) -> dict[str, Number]:
        """Return how often the pair has begun, stayed and ended, and the frames that it has left."""
        begin, stay, end = self.totals
        frame = self.frames[-1] if self.frames else Frame(False, 0, 0, 0, 0)
        return {
            "begun": begin,
            "stayed": stay,
            "ended": end,
            "touching": frame.touch,
            "frames left": frame.frames_left,
        }
