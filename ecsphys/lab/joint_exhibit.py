"""The base class of exhibits of joints: a bench, what its joints bear, and a graph of how they stand."""

from __future__ import annotations

import math
from typing import Any, ClassVar, TypeVar

from .. import Collider, RigidBody, Transform
from ..drawing.lines import Color
from ..ecs.components import Joint
from ..math2d.bounds import Bounds
from ..math2d.pose import PoseLike, as_pose
from ..math2d.vec2 import Vec2
from ..shapes import Shape
from .controls import Button, Slider, Toggle
from .display import Display
from .exhibit import Exhibit, Number
from .figures import draw_forces, draw_graph, draw_world
from .palette import A
from .worlds import World

J = TypeVar("J", bound=Joint)

GRAVITY = 600.0  # length units / s²
LEVER = 100.0  # torques are shown as weights at this distance
FRAME = Bounds(Vec2(-350.0, -310.0), Vec2(350.0, -205.0))  # of the graph
COLUMNS = 350  # of the graph, one a step


class JointExhibit(Exhibit):
    """Joints on a bench; forces are shown as multiples of `weight`, torques of `weight` times `LEVER`.

    A subclass overrides `assemble`, which makes bodies and joints and sets `weight`; `adjust`, which gives
    the joints what the controls say; and `curves`, which says what the graph shows of each step.
    """

    graph: ClassVar[tuple[str, float, float]] = ("", -1.0, 1.0)  # title, lowest and highest value

    can_break: Toggle = Toggle("can break", False)
    strength: Slider = Slider("breaks at", 0.1, 20, 2, unit="weights")

    @Button("mend", key="m")
    def mend(self) -> None:
        """Mend all joints that broke."""
        for joint in self.joints:
            joint.broken = False

    def build(self) -> None:
        """Make the bench."""
        self.stage: World = self.world(gravity=(0, -GRAVITY))
        self.joints: list[Joint] = []
        self.colors: dict[int, Color] = {}
        self.weight: float = 1.0
        self.history: list[list[float]] = []
        self.assemble()
        self._adjust_all()

    def assemble(self) -> None:
        """Make bodies and joints."""

    def adjust(self) -> None:
        """Give the joints what the controls say."""

    def curves(self) -> list[tuple[str, Color, float]]:
        """Return what the graph shows of this step: name, colour and value of each curve."""
        return []

    def body(self, shape: Shape, pose: PoseLike, color: Color = A, **options: Any) -> int:
        """Make a body that never sleeps; `options` are those of its Collider."""
        entity = self.stage.create(
            Transform(*as_pose(pose)), RigidBody(can_sleep=False), Collider(shape, **options)
        )
        self.colors[entity] = color
        return entity

    def join(self, joint: J) -> J:
        """Put a joint on an entity of its own."""
        self.stage.create(joint)
        self.joints.append(joint)
        return joint

    def weigh(self, entity: int) -> float:
        """Return the weight of a body."""
        self.stage.settle()  # its mass follows from its shapes
        return self.stage.get(entity, RigidBody).mass * GRAVITY

    def place(self, entity: int) -> Transform:
        """Return where a body is."""
        return self.stage.get(entity, Transform)

    def change(self, name: str) -> None:
        """Take a control over."""
        self._adjust_all()

    def _adjust_all(self) -> None:
        self.adjust()
        bears = self.strength * self.weight if self.can_break else math.inf
        for joint in self.joints:
            joint.break_force, joint.break_torque = bears, bears * LEVER

    def step(self) -> None:
        """Advance the bench, and keep what the graph shows."""
        self.stage.step()
        self.history.append([value for _, _, value in self.curves()])
        del self.history[:-COLUMNS]

    def draw(self, display: Display) -> None:
        """Draw the bench, the forces of its joints, handles and the graph."""
        draw_world(display, self.stage.physics, self.colors)
        draw_forces(display, self.stage.physics)
        self.draw_more(display)
        self.draw_things(display)
        title, low, high = self.graph
        kept = [
            (f"{name} {value:<9.3g}", color, [row[k] for row in self.history])
            for k, (name, color, value) in enumerate(self.curves())
        ]
        draw_graph(display, FRAME, kept, low, high, COLUMNS, title)

    def draw_more(self, display: Display) -> None:
        """Draw what is special about the exhibit, below its handles."""

    def loads(self, joint: Joint, name: str = "") -> dict[str, Number]:
        """Return what a joint bears, with units in the names; `name` stands before them."""
        before = f"{name}: " if name else ""
        return {
            f"{before}force (weights)": joint.force.length / self.weight,
            f"{before}torque (weights x 100)": joint.torque / (self.weight * LEVER),
            f"{before}stretch (px)": joint.stretch,
            f"{before}broken": joint.broken,
        }
