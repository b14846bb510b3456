"""The base class of exhibits: one idea each, in one short file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from ..keywords import hint_at
from ..math2d.pose import Pose
from ..math2d.vec2 import Pair, Vec2
from ..presets import Grip
from .controls import Button, Control, Point, Thing
from .display import Display
from .figures import draw_shape
from .palette import fade
from .worlds import BaseWorld, World

Number = float | int | bool | str
STEP = 1 / 60  # s, of exhibits in which time passes


class Exhibit:
    """One idea: things to drag, controls, what is drawn, which numbers are shown.

    A subclass has a `title`, a paragraph of `text`, the functions and classes of the engine that do it
    (`source`) and controls as attributes (see `controls`). It overrides `draw` and `numbers`; `build` makes
    what it needs at its start, `step` advances it by `STEP` seconds if time passes in it. `buttons` are the
    controls that are pressed, by name. `in_space` says whether there is a camera to move. The picture of its
    page is taken after `page_steps` steps.

    >>> from ecsphys import Circle
    >>> from ecsphys.geometry import distance
    >>> from ecsphys.lab import Exhibit, Runner
    >>> from ecsphys.lab.controls import Slider, Thing
    >>> class Gap(Exhibit):
    ...     title = "The gap between two circles"
    ...     radius = Slider("radius", 10, 100, 40)
    ...     a = Thing(lambda self: Circle(self.radius), (-100, 0), "A")
    ...     b = Thing(Circle(60), (100, 0), "B")
    ...     def numbers(self):
    ...         return {"gap": distance(*self.a, *self.b).distance}
    ...
    >>> runner = Runner("gap", Gap, radius=50)
    >>> runner.numbers()
    {'gap': 90.0}
    """

    title: ClassVar[str] = ""
    text: ClassVar[str] = ""
    source: ClassVar[Sequence[object]] = ()
    controls: ClassVar[dict[str, Control[Any]]] = {}  # by name, in the order of the class
    buttons: ClassVar[dict[str, Button]] = {}
    in_space: ClassVar[bool] = False
    page_steps: ClassVar[int] = 90  # after which the picture for its page is taken, if time passes in it

    def __init_subclass__(cls) -> None:
        own = vars(cls).items()
        cls.controls = {**cls.controls, **{k: v for k, v in own if isinstance(v, Control)}}
        cls.buttons = {**cls.buttons, **{k: v for k, v in own if isinstance(v, Button)}}

    def __init__(self, **values: Any):
        """Begin with other values of controls, by name. Raises `ValueError` or `TypeError`."""
        for name in values:
            if name not in self.controls:
                raise ValueError(f"{type(self).__name__} has {no_such(name, self.controls)}")
        self.values: dict[str, Any] = {
            name: control.check(values.get(name, control.start)) for name, control in self.controls.items()
        }
        self.worlds: list[BaseWorld] = []
        self._grip: Grip | None = None
        self.build()

    @classmethod
    def moves(cls) -> bool:
        """Return whether time passes in it.

        >>> from ecsphys.lab import find_exhibit
        >>> find_exhibit("circle-and-circle").moves(), find_exhibit("impulses").moves()
        (False, True)
        """
        return cls.step is not Exhibit.step

    def world(self, **settings: Any) -> World:
        """Make a world of its own, which ends with the exhibit; `settings` are those of `Physics`."""
        world = World(**settings)
        self.worlds.append(world)
        return world

    def build(self) -> None:
        """Make what is there at the start."""

    def step(self) -> None:
        """Advance by `STEP` seconds: all worlds, unless a subclass does something else."""

    def rebuild(self) -> None:
        """Start anew with the values as they are."""
        self.close()
        self.build()

    def change(self, name: str) -> None:
        """React to a control that has changed; what has `rebuild` starts the exhibit anew instead."""

    def close(self) -> None:
        """End its worlds."""
        self._grip = None
        for world in self.worlds:
            world.close()
        self.worlds.clear()

    def grab(self, point: Pair) -> bool:
        """Take hold of a body at a point of the first world that has one; return whether there is one."""
        for world in self.worlds:
            with world:
                grip = Grip(world.physics)
                if grip.grab(point):
                    self._grip, self._grip_world = grip, world
                    return True
        return False

    def pull(self, point: Pair) -> None:
        """Pull what is held towards a point."""
        if self._grip is not None:
            with self._grip_world:
                self._grip.drag(point)

    def let_go(self) -> None:
        """Let go of what is held."""
        if self._grip is not None:
            with self._grip_world:
                self._grip.release()
            self._grip = None

    def thing_at(self, point: Pair) -> str | None:
        """Return the name of the thing in space that `grab` would take at a point, or None."""
        return None

    def place_of(self, name: str) -> Vec2:
        """Return where a thing or point is on the stage."""
        x, y, *_ = self.values[name]
        return Vec2(x, y)

    def nudged(self, name: str, way: Pair, lift: float = 0.0) -> Any:
        """Return the value of a thing or point after a move; `lift`: upwards in space."""
        return placed_at(self.values[name], self.place_of(name) + way)

    def turned(self, name: str, angle: float, tilt: float = 0.0) -> Any:
        """Return the value of a thing or point after a turn; `tilt`: in space, towards the camera."""
        control, value = self.controls[name], self.values[name]
        if isinstance(control, Thing) and control.turns:
            return Pose(value.x, value.y, value.angle + angle)
        return value

    def looked(self, around: float, above: float, closer: float) -> dict[str, float]:
        """Return the values of controls after the camera has moved: by degrees, and clicks of the wheel."""
        return {}

    def scroll(self, point: Pair, amount: float) -> bool:
        """React to the mouse's wheel at a point, a click is 1; return whether it stands for something."""
        return False

    def draw(self, display: Display) -> None:
        """Draw the exhibit: things and points, unless a subclass adds more."""
        self.draw_things(display)

    def draw_things(self, display: Display, fill: bool = True, labels: bool = True) -> None:
        """Draw things and points, with their labels unless these would be in the way."""
        for name, control in self.controls.items():
            if isinstance(control, Thing):
                shape, pose = getattr(self, name)
                draw_shape(display, shape, pose, control.color, fill)
                if labels:
                    display.text((pose.x, pose.y - 5.0), control.label, control.color, 15.0, "center")
            elif isinstance(control, Point):
                at = self.values[name]
                display.disc(at, 6.0, fade(control.color, 90), control.color)
                if labels:
                    display.text(at + Vec2(10.0, 6.0), control.label, control.color, 13.0)

    def numbers(self) -> dict[str, Number]:
        """Return the numbers that are shown beside the exhibit, by name; units are in the names."""
        return {}


def no_such(name: str, known: Iterable[str]) -> str:
    """Return what is said of a name that no control, or no button, has."""
    return f"no {name!r}; it has {', '.join(known) or 'nothing'}{hint_at(name, known)}"


def placed_at(value: Any, place: Vec2) -> Any:
    """Return the value of a thing or point of the plane at another place."""
    return Pose(*place, value.angle) if isinstance(value, Pose) else place
