"""What a visitor can change in an exhibit, declared as attributes of its class.

```python
class TwoCircles(Exhibit):
    a = Thing(Circle(60), (-80, 0))          # self.a is (shape, pose): a shape to drag
    target = Point((100, 50))                # self.target is a Vec2: a dot to drag
    speed = Slider("speed", 0, 500, 100)     # self.speed is a float
```

Values are checked when they are set: `ValueError` or `TypeError` says what is wrong.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar, overload

from ..drawing.lines import Color
from ..math2d import check
from ..math2d.pose import Pose, PoseLike, as_pose
from ..math2d.vec2 import Pair, Vec2
from ..shapes import Shape
from .palette import NORMAL, A

T = TypeVar("T")
ShapeOf = Shape | Callable[[Any], Shape]


class HasValues(Protocol):
    """What has controls: an exhibit."""

    values: dict[str, Any]  # by the name of the control


class Control(Generic[T]):
    """A value of an exhibit, kept in `exhibit.values` under the attribute's name.

    `rebuild`: whether a change starts the exhibit anew. `key`: a letter that changes it. `handle`: whether it
    is a thing or a point, which can be selected and moved.
    """

    handle: ClassVar[bool] = False

    def __init__(self, label: str, start: T, rebuild: bool = False, key: str = ""):
        self.label = label
        self.start = start
        self.rebuild = rebuild
        self.key = key
        self.name: str = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, exhibit: None, owner: type) -> Control[T]: ...
    @overload
    def __get__(self, exhibit: HasValues, owner: type) -> T: ...
    def __get__(self, exhibit: HasValues | None, owner: type) -> Control[T] | T:
        if exhibit is None:
            return self
        value: T = exhibit.values[self.name]
        return value

    def __set__(self, exhibit: HasValues, value: T) -> None:
        exhibit.values[self.name] = self.check(value)

    def check(self, value: Any) -> T:
        """Return the value as it is kept. Raises `ValueError` or `TypeError`."""
        raise NotImplementedError


class Slider(Control[float]):
    """A number between `low` and `high`, in whole steps of `step` from `low` if that is above 0."""

    def __init__(
        self,
        label: str,
        low: float,
        high: float,
        start: float,
        step: float = 0.0,
        unit: str = "",
        rebuild: bool = False,
        logarithmic: bool = False,
    ):
        super().__init__(label, float(start), rebuild)
        self.low: float = float(low)
        self.high: float = float(high)
        self.step: float = float(step)
        self.unit: str = unit
        self.logarithmic = logarithmic  # whether equal ways of the slider are equal factors

    def check(self, value: Any) -> float:
        """Return the nearest value of the slider within its range."""
        number = check.finite(value, self.name)
        if not self.low <= number <= self.high:
            raise ValueError(f"{self.name} must be from {self.low:g} to {self.high:g}, got {value!r}")
        if self.step > 0.0:
            number = min(self.low + self.step * round((number - self.low) / self.step), self.high)
        return number

    def at(self, share: float) -> float:
        """Return the value at a share 0 … 1 of the slider's way."""
        share = min(max(share, 0.0), 1.0)
        if self.logarithmic:
            return self.check(min(max(self.low * (self.high / self.low) ** share, self.low), self.high))
        return self.check(min(max(self.low + (self.high - self.low) * share, self.low), self.high))

    def share(self, value: float) -> float:
        """Return the share 0 … 1 of the slider's way at which a value is."""
        if self.logarithmic:
            return float(math.log(value / self.low) / math.log(self.high / self.low))
        return (value - self.low) / (self.high - self.low)


class Toggle(Control[bool]):
    """On or off."""

    def check(self, value: Any) -> bool:
        """Return True or False."""
        if not isinstance(value, bool):
            raise TypeError(f"{self.name} must be True or False, got {value!r}")
        return value


class Choice(Control[str]):
    """One of some names."""

    def __init__(self, label: str, options: Sequence[str], start: str, rebuild: bool = False, key: str = ""):
        super().__init__(label, start, rebuild, key)
        self.options: tuple[str, ...] = tuple(options)

    def check(self, value: Any) -> str:
        """Return one of the options."""
        if value not in self.options:
            raise ValueError(f"{self.name} must be one of {', '.join(self.options)}, got {value!r}")
        return str(value)


class Point(Control[Vec2]):
    """A dot to drag."""

    handle = True

    def __init__(self, start: Pair, label: str = "", color: Color = NORMAL, rebuild: bool = False):
        super().__init__(label, Vec2(*map(float, start)), rebuild)
        self.color = color

    def check(self, value: Any) -> Vec2:
        """Return a point."""
        return check.point(value, self.name)


class Placed(NamedTuple):
    """A shape at a pose; `collide(*a, *b)` takes two of them."""

    shape: Shape
    pose: Pose


class Thing(Control[Any]):
    """A shape to drag and to turn. `shape` may be a function of the exhibit, when controls change it."""

    handle = True

    def __init__(
        self, shape: ShapeOf, start: PoseLike = (0.0, 0.0), label: str = "", color: Color = A,
        turns: bool = True, rebuild: bool = False,
    ):  # fmt: skip
        super().__init__(label, Pose(*as_pose(start)), rebuild)
        self.shape = shape
        self.color = color
        self.turns = turns  # whether a visitor can turn it

    def __get__(self, exhibit: HasValues | None, owner: type) -> Any:
        """Return shape and pose."""
        if exhibit is None:
            return self
        return Placed(self.shape_of(exhibit), exhibit.values[self.name])

    def shape_of(self, exhibit: HasValues) -> Shape:
        """Return the shape as it is now."""
        return self.shape if isinstance(self.shape, Shape) else self.shape(exhibit)

    def check(self, value: Any) -> Pose:
        """Return a pose."""
        return Pose(*as_pose(value, self.name))


class Button:
    """Something to do at once: `Button("shoot", key="s")` calls the method that it decorates.

    ```python
    @Button("shoot", key="s")
    def shoot(self): ...
    ```
    """

    def __init__(self, label: str, key: str = ""):
        self.label = label
        self.key = key
        self.name: str = ""
        self.method: Callable[[Any], None] = lambda exhibit: None

    def __call__(self, method: Callable[[Any], None]) -> Button:
        """Take the method."""
        self.method = method
        return self

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name
