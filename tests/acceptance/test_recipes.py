"""The guide's recipes, run as they stand, and what they promise."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import esper
import pytest

from ecsphys import Box, Capsule, Circle, Collider, RigidBody, Transform
from ecsphys.testing import replay
from tests.acceptance.support import rigid, run, transform

PAGE = (Path(__file__).parents[2] / "docs" / "guide" / "recipes.md").read_text("utf-8")
SHARED, *RECIPES = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def cook(word: str) -> dict[str, Any]:
    """Run the shared lines and the one recipe that contains a word."""
    (recipe,) = (one for one in RECIPES if word in one)
    names: dict[str, Any] = {}
    for code in (SHARED, recipe):
        exec(compile(code, "recipes.md", "exec"), names)
    names["physics"].gravity = (0, 0)
    return names


def ball(names: dict[str, Any], x: float, y: float, *parts: str, **motion: Any) -> int:
    components = [names[part]() for part in parts]
    return esper.create_entity(Transform(x, y), RigidBody(**motion), Collider(Circle(8)), *components)


def test_every_recipe_is_tested() -> None:
    assert len(RECIPES) == 23


def test_ground_from_a_grid() -> None:
    names = cook("colliders_from_grid")
    deep = ball(names, 320, 20)
    run(120)
    assert abs(transform(deep).y - 40) < 1


def test_a_pickup() -> None:
    names = cook("def take")
    ball(names, 100, 30, velocity=(300, 0))
    run(60)
    assert esper.entity_exists(names["coin"])
    ball(names, 100, 30, "Player", velocity=(300, 0))
    run(60)
    assert not esper.entity_exists(names["coin"])


def test_crushed_between_a_piston_and_a_wall() -> None:
    names = cook("def crushed")
    esper.create_entity(Transform(100, 0), Collider(Box(40, 200)))
    esper.create_entity(Transform(0, 0), RigidBody.kinematic(velocity=(60, 0)), Collider(Box(40, 200)))
    crate = esper.create_entity(Transform(50, 0), RigidBody(), Collider(Box(20, 20)))
    run(25)
    assert esper.entity_exists(crate)  # between both, and not pressed yet
    run(35)
    assert names["crushed"]  # alive: handlers are weak references
    assert not esper.entity_exists(crate)


def test_lava(capsys: pytest.CaptureFixture[str]) -> None:
    names = cook("def in_lava")
    guest = ball(names, 0, 0, "Health")
    other = ball(names, 50, 0)
    run(61)
    assert esper.component_for_entity(guest, names["Health"]).points == pytest.approx(70)
    assert names["burning"] == {guest, other}
    esper.delete_entity(guest)
    transform(other).position = (900, 0)
    run(2)
    assert names["burning"] == set()
    assert capsys.readouterr().out.count("burns") == 2


def test_a_bullet() -> None:
    names = cook("def fire")
    boss = type("Boss", (names["Enemy"],), {})
    enemy = esper.create_entity(
        Transform(400, 0), RigidBody(), Collider(Box(2, 20)), boss(), names["Health"]()
    )
    shooter = ball(names, 0, 0, "Player")
    for shot in range(2):
        transform(enemy).position, rigid(enemy).velocity = (400, 0), (0, 0)
        bullet = names["fire"](shooter, (0, 0), (4000, 0))
        run(10)
        assert not esper.entity_exists(bullet)
        assert esper.entity_exists(enemy) == (shot == 0)
    assert rigid(shooter).velocity == (0, 0)


def test_a_pressure_plate() -> None:
    names = cook("class Door")
    door = names["door"]
    run(1)
    assert not door.open
    first, second = ball(names, 300, 5), ball(names, 310, 30)
    run(1)
    assert door.open
    transform(second).position = (310, 5)
    run(1)
    esper.delete_entity(first)
    run(2)
    assert door.open
    transform(second).position = (900, 5)
    run(1)
    assert not door.open


def test_a_one_way_platform() -> None:
    names = cook("def drop_down")
    names["physics"].gravity = (0, -900)
    player = esper.create_entity(Transform(0, 40), RigidBody(velocity=(0, 500)), Collider(Capsule(40, 10)))
    run(120)
    assert transform(player).y == pytest.approx(125, abs=1)
    names["drop_down"](player)
    run(30)
    assert transform(player).y < 60


def test_hooks() -> None:
    names = cook("def slippery")
    names["physics"].gravity = (0, -900)
    esper.create_entity(Transform(0, -10), Collider(Box(4000, 20)))
    boxes = [
        esper.create_entity(Transform(x, 10), RigidBody(velocity=(300, 0)), Collider(Box(20, 20)), *parts)
        for x, parts in ((0, [names["Player"]()]), (1000, []))
    ]
    run(45)
    assert rigid(boxes[0]).velocity.x > 250
    assert rigid(boxes[1]).velocity.x == pytest.approx(0, abs=1)


def test_double_jump(capsys: pytest.CaptureFixture[str]) -> None:
    names = cook("air_jumps")
    ninja, press, after_frame = names["ninja"], names["press"], names["after_frame"]
    names["physics"].gravity = (0, -900)
    esper.create_entity(Transform(0, -100), Collider(Box(1000, 20)))
    run(60)
    heights = []
    for frame in range(120):
        if frame in (0, 20, 30):  # off the floor, in the air, and once too often
            press()
        run(1)
        after_frame()
        heights.append(transform(names["esper"].get_component(type(ninja))[0][0]).y)
    assert names["sounds"] == ["jump", "jump", "thud"]
    assert max(heights) - heights[-1] > 1.5 * 420**2 / (2 * 900)


def test_explain(capsys: pytest.CaptureFixture[str]) -> None:
    cook("explain(ghost")
    printed = capsys.readouterr().out.strip()
    (promised,) = re.findall(r"explain\(ghost, wall\)\) +# (.*)", PAGE)
    assert printed == promised


def test_a_motor_without_torque_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    cook("motor_speed=2")
    assert "its motor has nothing to run with: its largest torque or force is 0" in capsys.readouterr().out


def test_a_jet_pack() -> None:
    names = cook("def lift")
    names["physics"].gravity = (0, -900)
    pilot, other = ball(names, 0, 0, mass=2), ball(names, 100, 0)
    names["thrust"][pilot] = 2000
    run(30, 1 / 30)
    assert rigid(pilot).velocity.y == pytest.approx(100)
    assert rigid(other).velocity.y == pytest.approx(-900)


def test_a_field_of_force() -> None:
    names = cook("def attraction")
    planet = ball(names, 400, 0, "Player", velocity=(0, (4e7 / 400) ** 0.5))
    stone = ball(names, 0, 700)
    for _ in range(300):
        run(1)
        assert abs(transform(planet).position) == pytest.approx(400, rel=1e-3)
    assert transform(stone).position == (0, 700)


def test_start_a_level_again() -> None:
    names = cook("def start_level")
    for _ in range(3):
        hero = names["start_level"]()
        ball(names, 0, 50, "Enemy")
        run(1)
        assert esper.component_for_entity(hero, names["Health"]).points == 90


def test_areas() -> None:
    names = cook("def area")
    flyer, satellite = ball(names, 100, 300), ball(names, 0, 1500)
    thruster = next(entity for entity, _ in esper.get_component(names["ConstantForce"]))
    run(10)
    assert rigid(flyer).velocity.x > 1
    assert rigid(satellite).velocity.y > 1
    assert rigid(thruster).velocity.x > 1


def test_explosions(capsys: pytest.CaptureFixture[str]) -> None:
    names = cook("physics.explode")
    hurt = ball(names, 400, 40)
    (recipe,) = (one for one in RECIPES if "physics.explode" in one)
    exec(compile(recipe, "recipes.md", "exec"), names)
    assert rigid(hurt).velocity.x > 1
    assert f"{hurt} Vec2(" in capsys.readouterr().out


def test_a_saved_game() -> None:
    names = cook("saved = ")
    physics, late = names["physics"], ball(names, 0, 50, velocity=(60, 0))
    run(30)
    physics.restore(names["Snapshot"].from_bytes(names["saved"]))
    assert not esper.entity_exists(late)
    run(5)


def test_play_it_again() -> None:
    names = cook("Replay(recorder)")
    assert names["replay"].steps == range(61)
    assert names["physics"].step_count == 60 and names["replay"].play() is None


def test_a_bug_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = cook("crash.recording")
    ball(names, 0, 50, velocity=(60, 0))
    run(30)

    def bug(dt: float) -> None:
        if names["physics"].step_count > 40:
            raise KeyError("a bug")

    names["physics"].before_step(bug)
    with pytest.raises(KeyError):
        run(30)
    esper.switch_world("the test")

    def build() -> None:
        exec(compile(SHARED, "recipes.md", "exec"), names)
        names["physics"].before_step(bug)

    with pytest.raises(KeyError, match="a bug"):
        replay("crash.recording", build)
    assert names["physics"].step_count == 41


def test_a_gate_a_car_a_rope() -> None:
    names = cook("presets.car")
    run(30)
    assert len(names["physics"].joints_of(names["gate"])) == 1
    assert abs(transform(names["gate"]).x - 300) < 20  # it hangs from its hinge
    assert names["car"].joints and names["rope"].joints


def test_thousands_of_events() -> None:
    names = cook("physics.stream")
    ball(names, 0, 0, velocity=(900, 0))
    ball(names, 20, 0)
    run(2)
    assert names["fastest"] == 0  # nothing was there then
    assert names["begins"].take()["speed"].max() == pytest.approx(900)


def test_an_aim_line() -> None:
    names = cook("physics.predict")
    assert len(names["dots"]) == 12 and names["dots"][0] == pytest.approx((5, 906), abs=1)
    assert transform(names["bomb"]).position == (0, 900)
    peak = max(y for _, y in names["dots"])
    assert peak == pytest.approx(900 + 400**2 / 1800, rel=0.01)
