"""Triggers, layers, masks and groups: which pairs meet, with the engine's own sentence about it."""

import textwrap
from collections.abc import Sequence
from typing import ClassVar

from ... import TRIGGER_ENTER, TRIGGER_EXIT, Box, Circle, Collider, Physics, RigidBody, Transform
from ...events.stream import EventStream
from ...query.explain import explain_pair
from ...query.sides import explain_filters
from ..controls import Choice, Slider, Toggle
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import draw_world
from ..palette import GOOD, HIT, MUTED, TEXT, A, B
from ..worlds import World

LAYERS = {"1": 0b01, "2": 0b10, "1 and 2": 0b11, "none": 0}
ONE, SOME = ("1", "2"), ("1", "2", "1 and 2", "none")


class TriggersAndFilters(Exhibit):
    """Two bodies to drag; what the colliders say decides whether they push, report or ignore each other."""

    title = "Triggers and filters"
    text = (
        "Drag A and B into each other. Two colliders meet when the layer of each is in the mask of the "
        "other. Equal groups that are not 0 decide alone: positive always, negative never. A trigger reports "
        "what enters and leaves, and never pushes. At the start they overlap and ignore each other: find out "
        "which mask to change. The sentence below comes from physics.explain(a, b), which names the first "
        "stage of a step that parts a pair."
    )
    source: ClassVar[Sequence[object]] = (Physics.explain, explain_pair, explain_filters)

    layer_a: Choice = Choice("layer of A", ONE, "1")
    mask_a: Choice = Choice("mask of A", SOME, "1")
    group_a: Slider = Slider("group of A", -1, 1, 0, step=1)
    trigger_a: Toggle = Toggle("A is a trigger", False)
    layer_b: Choice = Choice("layer of B", ONE, "2")
    mask_b: Choice = Choice("mask of B", SOME, "1 and 2")
    group_b: Slider = Slider("group of B", -1, 1, 0, step=1)
    trigger_b: Toggle = Toggle("B is a trigger", False)

    def build(self) -> None:
        """Make both bodies, which overlap."""
        self.stage: World = self.world()
        self.a: int = self._body(-50, 20, Collider(Box(150, 110)))
        self.b: int = self._body(40, 60, Collider(Circle(60)))
        physics = self.stage.physics
        self.streams: tuple[EventStream, EventStream] = (
            physics.stream(TRIGGER_ENTER),
            physics.stream(TRIGGER_EXIT),
        )
        self.entered: int = 0
        self.left: int = 0
        self._filter()
        self.step()

    def _body(self, x: float, y: float, collider: Collider) -> int:
        body = RigidBody(linear_damping=4.0, angular_damping=4.0)
        return self.stage.create(Transform(x, y), body, collider)

    def change(self, name: str) -> None:
        """Change the colliders."""
        self._filter()

    def _filter(self) -> None:
        """Give the colliders what the controls say."""
        for entity, end in ((self.a, "a"), (self.b, "b")):
            collider, values = self.stage.get(entity, Collider), self.values
            collider.layer = LAYERS[values[f"layer_{end}"]]
            collider.mask = LAYERS[values[f"mask_{end}"]]
            collider.group = int(values[f"group_{end}"])
            collider.trigger = values[f"trigger_{end}"]

    def step(self) -> None:
        """Advance, and count what enters and leaves triggers."""
        self.stage.step()
        with self.stage:
            entered, left = (len(stream.take()) for stream in self.streams)
        self.entered, self.left = self.entered + entered, self.left + left

    def sentence(self) -> str:
        """Return what the engine says about the pair."""
        with self.stage:
            return self.stage.physics.explain(self.a, self.b)

    def rules(self) -> list[tuple[str, bool]]:
        """Return the rules as they apply, and whether each lets the pair meet."""
        group_a, group_b = int(self.group_a), int(self.group_b)
        if group_a == group_b != 0:
            word = "always" if group_a > 0 else "never"
            return [(f"both are of group {group_a}, so they {word} meet; masks do not count", group_a > 0)]
        rows = []
        for one, other, layer, mask in (
            ("A", "B", self.layer_a, self.mask_b),
            ("B", "A", self.layer_b, self.mask_a),
        ):
            known = bool(LAYERS[layer] & LAYERS[mask])
            rows.append((f"layer {layer} of {one} is {'' if known else 'not '}in the mask of {other}", known))
        return rows

    def draw(self, display: Display) -> None:
        """Draw both bodies, the rules and the sentence."""
        draw_world(display, self.stage.physics, {self.a: A, self.b: B})
        for name, entity, color in (("A", self.a, A), ("B", self.b, B)):
            place = self.stage.get(entity, Transform).position
            display.text(place, f"{name}, entity {entity}", color, 14.0, "center")
        for k, (rule, lets) in enumerate(self.rules()):
            display.text((-350, 298 - 22 * k), rule, GOOD if lets else HIT, 15.0)
        if self.trigger_a or self.trigger_b:
            counted = f"trigger: entered {self.entered} times, left {self.left} times"
            display.text((-350, 248), counted, MUTED, 14.0)
        display.text((-350, -238), f"physics.explain({self.a}, {self.b}):", MUTED, 14.0)
        for k, line in enumerate(textwrap.wrap(self.sentence(), 84)):
            display.text((-350, -262 - 20 * k), line, TEXT, 15.0)

    def numbers(self) -> dict[str, Number]:
        """Return whether the rules let them meet, whether they overlap and touch, and the sentence."""
        with self.stage:
            physics = self.stage.physics
            touching = physics.collisions.between(self.a, self.b) is not None
        places = [self.stage.get(entity, Transform).position for entity in (self.a, self.b)]
        return {
            "rules let them meet": all(lets for _, lets in self.rules()),
            "collision": touching,
            "triggers entered": self.entered,
            "triggers left": self.left,
            "distance of centres": places[0].distance(places[1]),
            "explain": self.sentence(),
        }
