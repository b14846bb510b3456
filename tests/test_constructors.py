"""What every public constructor says to a keyword that it does not have, and to a wrong first argument."""

from __future__ import annotations

import inspect
from typing import Any

import esper
import pytest

import ecsphys
from ecsphys import Box, Circle, Collider, Physics, Projectile, RigidBody, Transform, space3d
from ecsphys.__main__ import main
from ecsphys.replay import Recorder

# Made by physics, for games to read.
READ_ONLY = {
    "Collision", "Collision3D", "Collisions", "Collisions3D", "ContactView", "EventStream", "Fields",
    "PhysicsWarning", "ProjectileEvent", "ProjectileEvent3D",
}  # fmt: skip
CORNERS = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
# What the others need, by name in the plane and in space.
REQUIRED: dict[str, tuple[Any, ...]] = {
    "AABB": (1, 2), "Box": (1, 2), "Capsule": (4, 1), "Chain": ([(0, 0), (1, 0)],), "Circle": (1,),
    "Collider": (Circle(1),), "Collider3D": (space3d.Sphere(1),), "HalfPlane": ((0, 1),), "Ellipse": (4, 2),
    "Sector": (4, 1),
    "Hull": (CORNERS,), "Mesh": (CORNERS, [(0, 1, 2)]), "MouseJoint": (1, (0, 0)), "Plane": ((0, 1, 0),),
    "Polygon": ([(0, 0), (1, 0), (0, 1)],), "PulleyJoint": (1, 2, (0, 0), (1, 0)), "RatchetJoint": (1, 2, 1),
    "RayCaster": ((1, 0), 5), "Segment": ((0, 0), (1, 0)), "ShapeCaster": (Circle(1), (1, 0)),
    "Sphere": (1,), "space3d.AABB": (1, 2, 3), "space3d.Box": (1, 2, 3), "space3d.Capsule": (4, 1),
}  # fmt: skip
JOINTS = ["Distance", "Gear", "Motor", "Prismatic", "Revolute", "Weld", "Wheel"]
REQUIRED |= {f"{name}Joint": (1, 2) for name in JOINTS}


def constructors() -> list[Any]:
    found: list[Any] = []
    for module in (ecsphys, space3d):
        for name in module.__all__:
            kind = getattr(module, name)
            is_made = inspect.isclass(kind) and inspect.isfunction(kind.__init__)
            if is_made and name not in READ_ONLY and kind not in [one.values[0] for one in found]:
                found.append(pytest.param(kind, id=f"{module.__name__.rpartition('.')[2]}.{name}"))
    return found


def arguments_of(kind: type) -> tuple[Any, ...]:
    in_space = kind.__module__.startswith("ecsphys.space3d")
    return REQUIRED.get(f"space3d.{kind.__name__}" * in_space, REQUIRED.get(kind.__name__, ()))


@pytest.mark.parametrize("kind", constructors())
def test_an_unknown_keyword_is_answered_with_the_class_and_the_nearest_name(
    kind: Any,
) -> None:
    given, keywords = arguments_of(kind), list(inspect.signature(kind).parameters)
    wrong = f"{keywords[-1]}x" if keywords else "other"
    with pytest.raises(TypeError) as caught:
        kind(*given, **{wrong: 1})
    message = str(caught.value)
    assert f"{kind.__name__}() " in message and "__init__" not in message
    assert not keywords or f"takes no {wrong!r}: did you mean {keywords[-1]!r}?" in message
    assert "unknown" not in keywords


@pytest.mark.parametrize("kind", constructors())
def test_a_wrong_first_argument_is_answered_with_its_name(kind: Any) -> None:
    parameters = inspect.signature(kind).parameters.values()
    positional = [one.name for one in parameters if one.kind is one.POSITIONAL_OR_KEYWORD]
    given = (object(), *arguments_of(kind)[1:])
    with pytest.raises((TypeError, ValueError)) as caught:
        kind(*given)
    message = str(caught.value)
    assert "__init__" not in message
    assert (positional[0] if positional else f"{kind.__name__}(") in message


@pytest.mark.parametrize("kind", constructors())
def test_a_missing_argument_is_answered_with_how_the_class_is_called(kind: Any) -> None:
    if not arguments_of(kind):
        return
    with pytest.raises(TypeError, match=rf"^{kind.__name__}\(\w+.*\): {kind.__name__}\(\) missing \d+ "):
        kind()


def test_numbers_in_brackets() -> None:
    with pytest.raises(TypeError, match=r"^Box\(width, height, radius=0.0\): Box\(\) missing .* 'height'"):
        Box((1, 1))  # type: ignore[call-arg, arg-type]
    with pytest.raises(TypeError, match=r"one by one, Transform\(1, 2\), got Transform\(\(1, 2\)\)"):
        Transform((1, 2))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"one by one, Transform3D\(1, 2, 3\)"):
        space3d.Transform3D((1, 2, 3))  # type: ignore[arg-type]


def test_names_of_other_engines_are_known() -> None:
    with pytest.raises(TypeError, match="did you mean 'restitution'"):
        Collider(Circle(1), elasticity=0.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="did you mean 'kind'"):
        RigidBody(type="static")  # type: ignore[arg-type]


def test_a_class_of_the_game_keeps_its_own_constructor_and_gives_its_own_name() -> None:
    class Arrow(Projectile):
        """A projectile of the game's own."""

        def __init__(self, damage: int, **options: Any):
            super().__init__(**options)
            self.damage = damage

    assert list(inspect.signature(Arrow).parameters) == ["damage", "options"]
    with pytest.raises(TypeError, match=r"Arrow\(\) takes no 'piercing': did you mean 'pierce'"):
        Arrow(3, piercing=2)


def test_one_way_wants_a_direction() -> None:
    with pytest.raises(TypeError, match=r"must be a direction, .* such as \(0, 1\), or None, got True"):
        Collider(Circle(1), one_way=True)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="one_way must be a direction"):
        Collider(Circle(1)).one_way = True  # type: ignore[assignment]


def test_process_says_that_it_needs_the_time() -> None:
    esper.add_processor(Physics())
    with pytest.raises(TypeError, match=r"^esper.process\(dt\), dt in seconds, .*: process\(\) missing"):
        esper.process()


def test_what_is_not_in_space_yet_is_said_to_be_so() -> None:
    physics = space3d.Physics3D()
    with pytest.raises(AttributeError, match=r"^Physics3D has no 'explode': .* not in space yet"):
        physics.explode((0, 0, 0), 1, 1)  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="object has no attribute 'explod'"):
        physics.explod  # type: ignore[attr-defined]  # noqa: B018
    assert not hasattr(space3d.Physics3D, "explode")
    with pytest.raises(AttributeError, match="Physics3D has no attribute 'threads'"):
        physics.threads = 2  # type: ignore[attr-defined]


def test_what_takes_the_plane_only_says_so_of_space() -> None:
    with pytest.raises(TypeError, match=r"^Recorder takes a Physics: .* a Physics3D: there is no"):
        Recorder(space3d.Physics3D())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"got the class Physics; make one, Physics\(\.\.\.\)"):
        Recorder(Physics)  # type: ignore[arg-type]


def test_the_command_knows_space_and_the_lab(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    shown = capsys.readouterr().out
    assert "space" in shown and " lab " in shown and "2D" not in shown
