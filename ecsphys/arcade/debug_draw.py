"""Draw the state of the physics over the game: shapes, areas, joints, contacts, boxes, cells, casts."""

from __future__ import annotations

from collections.abc import Sequence

import arcade

from ..drawing.area_lines import area_lines
from ..drawing.force_lines import force_lines
from ..drawing.joint_lines import joint_lines
from ..drawing.lines import Lines
from ..drawing.poses import interpolate_poses
from ..drawing.shape_lines import ShapeLines
from ..drawing.world_lines import coarse_volumes, contact_normals, fat_boxes, tree_cells
from ..math2d.bounds import Bounds
from ..math2d.vec2 import Vec2
from ..physics import Physics, require_physics
from .query_log import Call
from .recorder import Recorder
from .vertex_buffer import LineBuffer

_NORMAL = 0.3  # of a typical length


class DebugDraw:
    """Draws the state of a `Physics` as lines, through the current camera; needs a window.

    Eight switches select what is drawn; `shapes`, `areas` and `joints` are on by default.

    - `shapes`: green static, blue kinematic, orange dynamic, grey asleep, pink trigger.
    - `areas`: gravity, wind and flow as arrows, and surfaces.
    - `joints`: anchors, axes, limits, ropes; cyan without load, yellow, red under a load near breaking (of
      joints that never break: far above the weight of their bodies), grey when broken or disabled.
    - `normals` of contacts, yellow, from A to B.
    - `forces` of contacts, orange, and of joints, pink, as arrows on B; half of the longest holds a body up.
    - `boxes`, the fat boxes of the broad phase, coarse volumes of colliders, and `cells` of the quadtree.
    - `casts`: the queries, casters, sweeps, times of impact and breaks of joints of the last second, recorded
      only while the switch is on.

    All lines share one buffer (`buffer`, or its own) and one draw call; lines outside the camera's view are
    skipped. Raises `TypeError` unless `physics` is a `Physics`.

    ```python
    import arcade
    import esper
    from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform
    from ecsphys.arcade import DebugDraw

    class Game(arcade.Window):
        def __init__(self):
            super().__init__(800, 600, "DebugDraw")
            physics = Physics(gravity=(0, -900))
            esper.add_processor(physics)
            esper.create_entity(Transform(400, 20), Collider(Box(800, 40)))
            esper.create_entity(Transform(400, 300), RigidBody(), Collider(Circle(20)))
            self.camera = arcade.Camera2D()
            self.debug = DebugDraw(physics)
            self.debug.normals = True

        def on_update(self, dt):
            esper.process(dt)

        def on_draw(self):
            self.clear()
            with self.camera.activate():
                self.debug.draw()

    game = Game()
    arcade.run()
    ```
    """

    def __init__(self, physics: Physics, buffer: LineBuffer | None = None):
        require_physics(physics, "DebugDraw")
        self.physics = physics
        self.shapes = True
        self.areas = True
        self.joints = True
        self.normals = False
        self.forces = False
        self.boxes = False
        self.cells = False
        self.calls: list[Call] | None = None  # queries of the step shown, in the place of the last second's
        self.segments: int = 0  # drawn by the last call
        self._outlines = ShapeLines(physics.world)
        self._recorder = Recorder(physics)
        self._buffer = buffer or LineBuffer()

    @property
    def casts(self) -> bool:
        """Whether rays, sweeps and times of impact are recorded and drawn."""
        return self._recorder.running

    @casts.setter
    def casts(self, on: bool) -> None:
        self._recorder.run(on)

    def draw(self, more: Sequence[Lines] = ()) -> None:
        """Draw everything switched on, at interpolated poses, and `more` lines on top."""
        self.segments = self._buffer.draw([*self._parts(visible_bounds()), *more])

    def _parts(self, view: Bounds | None) -> list[Lines]:
        """Return the lines of everything switched on."""
        world = self.physics.world
        parts: list[Lines] = []
        if self.cells:
            parts += tree_cells(world.index, view)
        if self.boxes:
            parts += [*fat_boxes(world, view), coarse_volumes(world, view)]
        bodies = world.bodies.rows[: world.bodies.count]
        poses = interpolate_poses(bodies, world.bodies.alpha)
        if self.shapes:
            parts.append(self._outlines.lines(poses, view))
        if self.areas:
            parts += area_lines(world, _NORMAL * self.physics.length_unit)
        if self.joints:
            parts += joint_lines(self.physics, poses, view)
        if self.normals:
            parts.append(contact_normals(world, _NORMAL * self.physics.length_unit))
        if self.forces:
            parts += force_lines(self.physics, poses)
        if self.casts and self.calls is not None:
            parts += self._recorder.lines_of_step(self.calls)
        elif self.casts:
            parts += self._recorder.lines(view)
        return parts


def visible_bounds() -> Bounds | None:
    """Return the bounds of the current camera's view, None if the camera cannot unproject."""
    window = arcade.get_window()
    width, height = window.size
    corners = []
    for corner in ((0, 0), (width, 0), (0, height), (width, height)):
        try:
            point = window.current_camera.unproject(corner)
        except (
            NotImplementedError,  # a custom camera without unproject
            ValueError,  # arcade's `static_from_matrices` without an unproject method
            ZeroDivisionError,  # no zoom, or a viewport less than a pixel wide or high
        ):
            return None
        corners.append((point[0], point[1]))
    xs, ys = zip(*corners, strict=True)
    return Bounds(Vec2(min(xs), min(ys)), Vec2(max(xs), max(ys)))
