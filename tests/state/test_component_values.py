"""Components become values by name, and new components in nobody's use."""

from __future__ import annotations

import json
import math
import warnings
from typing import Any

import esper
import numpy as np
import pytest

from ecsphys import (
    Area,
    Box,
    CharacterController,
    Circle,
    Collider,
    ConstantForce,
    DistanceJoint,
    Listener,
    PhysicsWarning,
    Projectile,
    RayCaster,
    RevoluteJoint,
    RigidBody,
    ShapeCaster,
    Transform,
)
from ecsphys.ecs.binding import Component, owner_of
from ecsphys.ecs.components import Joint
from ecsphys.state.component_values import ComponentValues, build, describe
from tests.ecs.test_copies import Crate, Marked, Seeing, Tagged, edit, everything, metres, play, state
from tests.fuzz.runner import own_world


def through_json(part: Component) -> Any:
    values = describe(part, "entity 3: it")
    text = json.dumps(values.attributes, allow_nan=False)
    words = None if values.words is None else values.words.copy()
    return build(ComponentValues(values.type, words, json.loads(text)), "entity 3: it")


def check_all(components: list[Any]) -> None:
    for part in components:
        before = state(part)
        made = through_json(part)
        assert type(made) is type(part) and owner_of(made) == 0
        assert state(made) == before == state(part)
        again, first = describe(made), describe(part)
        assert again.attributes == first.attributes and again.type == first.type
        assert (again.words is None) == (first.words is None)
        assert first.words is None or again.words.tobytes() == first.words.tobytes()


def test_components_come_back_before_their_use() -> None:
    check_all([part for parts in everything() for part in parts])


def test_components_come_back_in_use() -> None:
    check_all(play(metres()))


def test_components_come_back_with_what_the_next_step_is_to_do() -> None:
    components = play(metres())
    edit(components)
    check_all(components)


def test_they_go_on_like_their_models() -> None:
    """A world of components that were built does what one of the components themselves does."""

    def run(through: Any) -> list[str]:
        physics = metres()
        esper.add_processor(physics)
        parts = [[through(part) for part in parts] for parts in everything()]
        for one in parts:
            esper.create_entity(*one)
        for _ in range(6):
            physics.step_once()
        return [state(part) for one in parts for part in one]

    with own_world("models"):
        models = run(lambda part: part)
    with own_world("built"):
        assert run(through_json) == models


def test_calls_that_wait_come_back() -> None:
    body = RigidBody(mass=2)
    body.apply_impulse((4, 0), (0, 1))
    body.apply_angular_impulse(2)
    body.apply_force((1, 2))
    made = through_json(body)
    assert made._overrides.calls == body._overrides.calls != ()


def test_subclasses_of_the_game_come_back() -> None:
    for part in (Crate(["a"]), Marked(mass=2), Tagged([Circle(1), Box(1, 2)]), Seeing((1, 1), 5)):
        part.label = ["b"]
        made = through_json(part)
        assert type(made) is type(part) and made.label == ["b"] and state(made) == state(part)
        assert describe(part).type.endswith(f"test_copies:{type(part).__name__}")


def test_rows_refer_to_no_world() -> None:
    """Equal components have equal values, whatever their entities and rows."""
    words = [describe(part).words for part in play(metres())]
    names = {name for one in words if one is not None for name in one.dtype.names or ()}
    assert not names & {"entity", "body", "body_a", "body_b", "floor_body", "load_body", "first_hit", "token"}
    assert {"x", "vx", "pierce", "want_x", "entity_a", "wind_x", "torque"} <= names


def test_a_file_of_another_version_is_read_by_name() -> None:
    joint = DistanceJoint(1, 2, length=3, hertz=5)
    values = describe(joint)
    assert values.words is not None
    old = np.zeros(1, [("hertz", "f4"), ("entity_b", "i4"), ("entity_a", "i8"), ("no_more", "f8")])
    old["hertz"], old["entity_a"], old["entity_b"], old["no_more"] = 2.5, 7, 8, math.nan
    made: Any = build(values._replace(words=old))
    assert (made.a, made.b, made.hertz) == (7, 8, 2.5)
    assert (made.max_length, made.enabled, made.break_force) == (math.inf, True, math.inf)  # as of a new one
    own = {"shape": values_of(Collider(Circle(2)))["shape"]}
    collider: Any = build(ComponentValues("ecsphys:Collider", None, {"own": own, "others": {}}))
    assert (collider.shape, collider.friction, collider.mask) == (Circle(2), 0.5, 2**64 - 1)


def values_of(part: Component) -> Any:
    return describe(part).attributes["own"]


def test_a_type_with_a_row_may_come_without() -> None:
    for part in (Transform(1, 2), RigidBody(mass=4), CharacterController(), RevoluteJoint(1, 2)):
        made = build(describe(part)._replace(words=None))
        assert type(made) is type(part) and owner_of(made) == 0


def test_nobody_is_warned_again() -> None:
    with pytest.warns(PhysicsWarning):
        collider = Collider(Circle(1), layer=0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert through_json(collider).layer == 0


# -- what cannot be saved, and malformed values --------------------------------------------------------


def on_hit(me: int, other: int, event: Any) -> None:
    """A function of a module."""


class Game:
    def on_hit(self, me: int, other: int, event: Any) -> None:
        """A method."""


def test_handlers_are_functions_of_modules() -> None:
    assert through_json(Projectile(on_hit=on_hit)).on_hit is on_hit
    with pytest.raises(TypeError, match=r"entity 3: Projectile\.on_hit is a method, which cannot be saved"):
        describe(Projectile(on_hit=Game().on_hit), "entity 3: Projectile")
    with pytest.raises(TypeError, match=r"\.on_hit is a function, which cannot be saved: .*<lambda> of"):
        describe(Projectile(on_hit=lambda me, other, event: None), "entity 3: Projectile")


def test_what_cannot_be_saved_is_named() -> None:
    class Inside(Transform):
        pass

    with pytest.raises(TypeError, match=r"entity 3 is a .*Inside, which cannot be saved"):
        describe(Inside(), "entity 3")
    marked = Marked()
    marked.label = [object()]  # type: ignore[list-item]
    with pytest.raises(TypeError, match=r"entity 3\.label\[0\] is an object, which cannot be saved"):
        describe(marked, "entity 3")
    with pytest.raises(TypeError, match="Listener is no component of ecsphys"):
        describe(Listener(), "entity 3")  # type: ignore[arg-type]


def row_with(part: Component, **fields: Any) -> ComponentValues:
    values = describe(part)
    assert values.words is not None
    for name, value in fields.items():
        values.words[name] = value
    return values


def with_others(**others: Any) -> ComponentValues:
    return describe(Transform())._replace(attributes={"own": {}, "others": others})


def own_with(part: Component, **own: Any) -> ComponentValues:
    values = describe(part)
    return values._replace(attributes={"own": {**values.attributes["own"], **own}, "others": {}})


def call(method: str, *arguments: Any) -> Any:
    return {"tuple": [{"tuple": [method, {"tuple": list(arguments)}]}]}


MALFORMED: list[tuple[Any, str]] = [
    (lambda: row_with(RigidBody(), kind=3), "its kind must be 0 to 2, got 3"),
    (lambda: row_with(RigidBody(), kind=-1), "its kind must be 0 to 2, got -1"),
    (lambda: row_with(RigidBody(), locks=8), "its locks must be 0 to 7, got 8"),
    (lambda: row_with(Projectile(), mode=2), "its mode must be 0 to 1, got 2"),
    (lambda: row_with(Projectile(), pierce=-5), "its pierce must be 0 to"),
    (lambda: row_with(CharacterController(), meets=9), "its meets must be 0 to 2, got 9"),
    (lambda: row_with(Area(), mode=1 << 40), "its mode must be 0 to 1"),
    (lambda: row_with(ConstantForce(), local=2), "its local must be 0 to 1"),
    (lambda: row_with(RevoluteJoint(1, 2), unresolved=1 << 20), "its unresolved must be"),
    (lambda: row_with(RevoluteJoint(1, 2), entity_a=-3), "its entity_a must be"),
    (lambda: row_with(RevoluteJoint(1, 2), entity_a=2), "it cannot join 2 and 2"),
    (lambda: describe(Transform())._replace(words=np.zeros(2, BODY_X)), "its row must be one"),
    (lambda: describe(Transform())._replace(words=np.zeros(1)), "rows must be of a record"),
    (lambda: describe(Projectile())._replace(words=np.zeros(1, [("mode", "f8")])), "field 'mode' must be"),
    (lambda: describe(Transform())._replace(type="ecsphys:Circle"), "Circle is no component of ecsphys"),
    (lambda: describe(Transform())._replace(type="ecsphys:Physics"), "Physics is no component"),
    (lambda: describe(Transform())._replace(type="ecsphys:on"), "must be a class"),
    (lambda: describe(Transform())._replace(type="game:Crate"), "module 'game' is not loaded"),
    (lambda: describe(Transform())._replace(attributes=[]), "list indices"),
    (lambda: describe(Transform())._replace(attributes={"own": {}}), "'others'"),
    (lambda: own_with(Transform(), z=1), "takes no 'z'"),
    (lambda: own_with(RevoluteJoint(1, 2), a=1), "it has no a"),
    (lambda: own_with(RigidBody(), mass=-1.0), "mass must be a finite number > 0"),
    (lambda: own_with(RigidBody(), mass={"x": 1}), "mass is no value: there is no kind of value 'x'"),
    (lambda: own_with(RigidBody(), calls="x"), "calls that wait, which only a RigidBody may have"),
    (lambda: own_with(Transform(), calls=call("apply_torque", 1.0)), "which only a RigidBody may have"),
    (lambda: own_with(RigidBody(), calls=call("__init__")), "__init__ is none"),
    (lambda: own_with(RigidBody(), calls=call("apply_force")), "none that can"),
    (lambda: own_with(RigidBody(), calls=call("move_to", "x", 1)), "move_to must"),
    (lambda: own_with(Collider(Circle(1)), shape={"tuple": []}), "shape must be a shape"),
    (lambda: own_with(Collider(Circle(1)), shape=3), "shape must be a shape"),
    (lambda: own_with(Collider(Circle(1)), friction=-1.0), "friction must be"),
    (lambda: own_with(Collider(Circle(1)), mask="x"), "mask must be"),
    (lambda: own_with(Collider(Circle(1)), x=1), "takes no 'x'"),
    (lambda: own_with(Projectile(), on_hit={"function": "os:system"}), "on_hit is no function"),
    (lambda: own_with(Projectile(), ignore="x"), "ignore must be an entity"),
    (lambda: own_with(RayCaster((1, 0), 5), direction={"vec": [0.0, 0.0]}), "direction must be"),
    (lambda: own_with(ShapeCaster(Circle(1), (1, 0)), kind={"tuple": ["x"]}), "kind must be one of"),
    (lambda: with_others(_at=5), "_at of a Transform is not the game's"),
    (lambda: with_others(z=5), "__dict__"),
]  # fmt: skip
BODY_X = np.dtype([("x", "f8")])


@pytest.mark.parametrize("case", range(len(MALFORMED)))
def test_malformed_values_are_refused(case: int) -> None:
    make, message = MALFORMED[case]
    with pytest.raises(ValueError, match=f"^entity 3: it is no .*({message})"):
        build(make(), "entity 3: it")


def test_all_types_of_joints_are_checked() -> None:
    joints = [part for parts in everything() for part in parts if isinstance(part, Joint)]
    assert len({type(joint) for joint in joints}) == 10
    for joint in joints:
        with pytest.raises(ValueError, match="its given must be"):
            build(row_with(joint, given=-1))


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 1e300, -1.0])
def test_numbers_are_checked(value: float) -> None:
    """What is built has only values that a game could have assigned: a step survives them."""
    refused = 0
    parts = [list(one) for one in everything()]
    for one in parts:
        for k, part in enumerate(one):
            for name in numbers_of(part):
                try:
                    one[k] = build(row_with(one[k], **{name: value}))
                except ValueError:
                    refused += 1
    assert refused > (200 if math.isnan(value) else 60)
    esper.add_processor(physics := metres())
    for one in parts:
        esper.create_entity(*one)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(2):
            try:
                physics.step_once()
            except ValueError as error:
                assert "entity" in str(error)


def numbers_of(part: Component) -> list[str]:
    """The real fields of a component's row, without those of its pose."""
    words = describe(part).words
    if words is None or isinstance(part, Transform):
        return []
    return [name for name in words.dtype.names or () if words.dtype[name].kind == "f"]
