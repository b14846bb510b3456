"""The base class of exhibits in space: the camera, and things that the mouse takes hold of."""

from __future__ import annotations

import math
from typing import Any, ClassVar

from ...drawing.lines import Color
from ...math2d.vec2 import Pair, Vec2
from ...space3d import Shape3
from ...space3d.geometry import raycast
from ...space3d.math3d.pose import Pose3, PoseLike3, as_pose
from ...space3d.math3d.quaternion import Quaternion, from_axis_angle, multiply
from ...space3d.math3d.vec3 import Triple, Vec3
from ..controls import Control, Slider
from ..display import Display
from ..exhibit import Exhibit
from ..palette import A
from .camera import FOCUS, Camera
from .scene import Scene
from .world_scene import World3

_FAR = 1e3  # length of the mouse's ray, in distances of the camera
_CAMERA = ("turn", "height", "zoom")  # controls that come last
_TURN = 0.4  # degrees a pixel, of the camera


class Thing3(Control[Any]):
    """A solid to drag; a scroll over it turns it about the vertical. `shape` is one of `ecsphys.space3d`."""

    handle = True

    def __init__(self, shape: Shape3, start: PoseLike3, label: str = "", color: Color = A):
        super().__init__(label, Pose3(*as_pose(start, "start")))
        self.shape = shape
        self.color = color

    def check(self, value: Any) -> Pose3:
        """Return a pose."""
        return Pose3(*as_pose(value, self.name))


class Exhibit3(Exhibit):
    """An exhibit in space. A subclass overrides `compose`, which fills a scene, and `draw_over` for text.

    Dragging what is no thing turns the camera, scrolling moves it.
    """

    in_space: ClassVar[bool] = True
    target: ClassVar[Triple] = (0.0, 1.0, 0.0)  # of the camera
    distance: ClassVar[float] = 12.0  # of the camera, at its start
    floor: ClassVar[float | None] = 0.0  # on which shadows fall

    turn: Slider = Slider("camera around", -180, 180, 25, unit="°")
    height: Slider = Slider("camera above", -10, 89, 22, unit="°")
    zoom: Slider = Slider("camera away", 0.3, 3, 1, unit="x", logarithmic=True)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        first = {name: control for name, control in cls.controls.items() if name not in _CAMERA}
        cls.controls = first | {name: cls.controls[name] for name in _CAMERA}

    def camera(self) -> Camera:
        """Return the camera as it stands."""
        away = self.distance * self.zoom
        return Camera(self.target, math.radians(self.turn), math.radians(self.height), away)

    def world3(self, **settings: Any) -> World3:
        """Make a world in space of its own, which ends with the exhibit; `settings`: of `Physics3D`."""
        world = World3(**settings)
        self.worlds.append(world)
        return world

    # -- mouse -------------------------------------------------------------------------------------

    def grab(self, point: Pair) -> bool:
        """Take hold of a thing, of a body, or of the camera."""
        self._last = Vec2(*point)
        self._held = self.thing_at(point)
        self._depth = 0.0
        if self._held is not None:
            at = self.values[self._held].position
            camera = self.camera()
            self._depth = camera.depth_of(at)
            self._offset = Vec3(*at) - camera.at_depth(point, self._depth)
            return True
        self._pulls_body = self.grab_body(point)
        return True

    def pull(self, point: Pair) -> None:
        """Move what is held parallel to the picture, or turn the camera."""
        if self._held is not None:
            place = self.camera().at_depth(point, self._depth) + self._offset
            self.put(self._held, Pose3(place, self.values[self._held].orientation))
        elif self._pulls_body:
            self.pull_body(point)
        else:
            way = _TURN * (Vec2(*point) - self._last)
            self.values |= self.looked(-way.x, -way.y, 0.0)
        self._last = Vec2(*point)

    def let_go(self) -> None:
        """Let go of what is held."""
        if self._held is None and self._pulls_body:
            self.let_go_body()
        self._held, self._pulls_body = None, False

    _held: str | None = None
    _pulls_body = False

    def grab_body(self, point: Pair) -> bool:
        """Take hold of a body at a point of the stage; return whether there is one."""
        return False

    def pull_body(self, point: Pair) -> None:
        """Pull the body that is held towards a point of the stage."""

    def let_go_body(self) -> None:
        """Let go of the body that is held."""

    def scroll(self, point: Pair, amount: float) -> bool:
        """Turn the thing at a point of the stage, or move the camera."""
        name = self.thing_at(point)
        if name is None:
            self.values |= self.looked(0.0, 0.0, amount)
        else:
            self.put(name, self.turned(name, math.radians(5.0 * amount)))
        return True

    # -- keys --------------------------------------------------------------------------------------

    def place_of(self, name: str) -> Vec2:
        """Return where a thing is on the stage."""
        return self.camera().place(self.values[name].position)

    def nudged(self, name: str, way: Pair, lift: float = 0.0) -> Pose3:
        """Return the pose of a thing that moves to the right and away from the camera, and upwards.

        A unit of the stage is as long as it is seen there.
        """
        camera, pose = self.camera(), self.values[name]
        right, _, _ = camera.axes()
        step = way[0] * right + way[1] * Vec3(0.0, 1.0, 0.0).cross(right) + lift * Vec3(0.0, 1.0, 0.0)
        return Pose3(Vec3(*pose.position) + camera.depth_of(pose.position) / FOCUS * step, pose.orientation)

    def turned(self, name: str, angle: float, tilt: float = 0.0) -> Pose3:
        """Return the pose of a thing that turns about the vertical, and tilts towards the camera."""
        pose, (right, _, _) = self.values[name], self.camera().axes()
        turn = multiply(from_axis_angle((0.0, 1.0, 0.0), angle), from_axis_angle(right, tilt))
        return Pose3(pose.position, multiply(turn, Quaternion(*pose.orientation)))

    def looked(self, around: float, above: float, closer: float) -> dict[str, float]:
        """Return those of turn, height and zoom that the camera changes as it moves."""
        changed = {}
        if around != 0.0:
            changed["turn"] = (self.turn + around + 180.0) % 360.0 - 180.0
        if above != 0.0:
            changed["height"] = min(max(self.height + above, -10.0), 89.0)
        if closer != 0.0:
            changed["zoom"] = min(max(self.zoom * 0.9**closer, 0.3), 3.0)
        return changed

    def put(self, name: str, pose: Pose3) -> None:
        """Move a thing."""
        self.values[name] = self.controls[name].check(pose)
        self.change(name)

    def things(self) -> dict[str, Thing3]:
        """Return the things, by name."""
        return {name: control for name, control in self.controls.items() if isinstance(control, Thing3)}

    def thing_at(self, point: Pair) -> str | None:
        """Return the name of the nearest thing that is seen at a point of the stage."""
        start, way = self.camera().ray(point)
        end = start + _FAR * self.distance * way
        nearest, found = 1.0, None
        for name, thing in self.things().items():
            hit = raycast(thing.shape, self.values[name], start, end)
            if hit is not None and hit.fraction < nearest:
                nearest, found = hit.fraction, name
        return found

    # -- what is shown -----------------------------------------------------------------------------

    def draw(self, display: Display) -> None:
        """Draw the scene, its labels, and what lies over it."""
        scene = Scene(self.camera(), self.floor)
        self.compose(scene)
        display.scene(scene)
        for place, label in scene.placed_labels():
            display.text(place, label.text, label.color, label.size, "center")
        self.draw_over(display)

    def compose(self, scene: Scene) -> None:
        """Fill the scene: things, unless a subclass adds more."""
        for name, thing in self.things().items():
            scene.solid(thing.shape, self.values[name], thing.color)

    def draw_over(self, display: Display) -> None:
        """Draw text over the scene."""
