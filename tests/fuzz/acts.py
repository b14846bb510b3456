"""What a game may do to its entities, each as an act on a `Game` with random numbers of its own."""

from __future__ import annotations

import copy
import random
from dataclasses import dataclass
from typing import Any

import esper
import numpy as np

from ecsphys import (
    AABB,
    Box,
    Capsule,
    Chain,
    CharacterController,
    Circle,
    Collider,
    HalfPlane,
    Polygon,
    Projectile,
    RayCaster,
    RigidBody,
    Segment,
    ShapeCaster,
    Transform,
    colliders_from_grid,
)
from tests.fuzz.model import ALL_LAYERS, CHAIN_LAYER, Thing
from tests.fuzz.plain import Spec

SWITCHES = ("layer", "mask", "detect_mask", "group", "trigger", "enabled")  # of a Collider
VOLUMES = {"on": True}  # whether colliders have coarse volumes
AREA = 90.0
MOST = 16  # things in a world
MAKERS: dict[str, Any] = {
    "circle": lambda r, center: Circle(r, center),
    "capsule": Capsule,
    "box": Box,
    "aabb": lambda w, h, _: AABB(w, h),
    "polygon": Polygon,
    "segment": Segment,
    "half_plane": HalfPlane,
    "chain": Chain,
}


@dataclass
class Team:
    """A filter keeps those of one team apart."""

    name: str


def place(rng: random.Random) -> tuple[float, float, float]:
    return rng.uniform(-AREA, AREA), rng.uniform(-AREA, AREA), rng.uniform(-3, 3)


def point(rng: random.Random, reach: float) -> tuple[float, float]:
    return rng.uniform(-reach, reach), rng.uniform(-reach, reach)


def spec_of(rng: random.Random) -> Spec:
    """A shape with an inside, or a segment."""
    name = rng.choice(("circle", "circle", "capsule", "box", "box", "aabb", "polygon", "segment"))
    size = rng.choice((2.0, 8.0, 16.0, rng.uniform(1.0, 30.0)))
    if name == "circle":
        return name, size, (0.0, 0.0) if rng.random() < 0.7 else point(rng, 10)
    if name == "capsule":
        return name, size * rng.uniform(2.1, 4.0), size
    if name == "box":
        return name, 2 * size, size * rng.uniform(0.2, 2), rng.choice((0.0, 0.0, 3.0))
    if name == "aabb":
        return name, 2 * size, size, 0.0
    if name == "polygon":
        return name, ((-size, -size), (size, -0.7 * size), (0.2 * size, size)), rng.choice((0.0, 2.0))
    return name, (-size, 0.0), (size, rng.uniform(-5, 5))


def shapes_of(specs: list[Spec]) -> list[Any]:
    return [MAKERS[name](*numbers) for name, *numbers in specs]


def line_spec(rng: random.Random) -> Spec:
    """A shape for static bodies alone."""
    if rng.random() < 0.3:
        return "half_plane", (rng.uniform(-0.5, 0.5), 1.0), -AREA
    if rng.random() < 0.5:
        return "chain", [(60.0, 0.0), (20.0, rng.uniform(-9, 9)), (-20.0, 0.0), (-70.0, 5.0)], False
    return "chain", [(-40.0, -30.0), (40.0, -30.0), (40.0, 30.0), (-40.0, 30.0)], True


def add_body(rng: random.Random, thing: Thing, kind: str = "") -> RigidBody:
    kind = kind or rng.choice(("dynamic", "dynamic", "dynamic", "kinematic", "static"))
    mass = rng.choice((None, None, 0.01, 1.0, 5000.0))
    if mass is None and thing.collider and all(s[0] == "segment" for s in thing.collider["shapes"]):
        mass = 1.0
    thing.body = {"kind": kind, "mass": mass, "continuous": rng.choice(("auto", "auto", "bullet", "off"))}
    still = kind == "static"
    return RigidBody(
        kind,
        mass=mass,
        velocity=(0, 0) if still else point(rng, rng.choice((0, 100, 900, 20000))),
        angular_velocity=0 if still else rng.choice((0, 0, rng.uniform(-20, 20))),
        gravity_scale=rng.choice((1, 1, 0)),
        linear_damping=rng.choice((0, 0, 2.0)),
        lock_rotation=rng.random() < 0.1,
        continuous=thing.body["continuous"],
    )


def add_collider(rng: random.Random, thing: Thing, specs: list[Spec] | None = None) -> Collider:
    specs = specs or [spec_of(rng) for _ in range(rng.choice((1, 1, 1, 2, 3)))]
    is_line = any(spec[0] in ("chain", "half_plane") for spec in specs)
    given = {
        "offset": point(rng, 10) if rng.random() < 0.2 else (0.0, 0.0),
        "angle": rng.uniform(-3, 3) if rng.random() < 0.2 else 0.0,
        "trigger": rng.random() < 0.25 and not is_line,
        "layer": CHAIN_LAYER if is_line else rng.choice((1, 1, 2)),
        "mask": rng.choice((1, 3, ALL_LAYERS, ALL_LAYERS, ALL_LAYERS)),
        "detect_mask": rng.choice((0, 0, 0, 2)),
        "group": rng.choice((0, 0, 0, 0, 1, -1)),
        "enabled": rng.random() < 0.95,
    }
    thing.collider = {"shapes": specs, **given}
    one_way = rng.choice((None, None, None, (0, 1)))
    bounce = rng.choice((0, 0, 0.5, 1))
    return Collider(
        shapes_of(specs), friction=rng.random(), restitution=bounce, one_way=one_way,
        coarse=None if is_line else volume(rng), **given,
    )  # fmt: skip


def volume(rng: random.Random) -> Any:
    """What a collider's coarse volume is; the same numbers are drawn without volumes."""
    drawn = rng.choice((None, None, "circle", "box", Circle(200)))
    return drawn if VOLUMES["on"] else None


def create(game: Any, rng: random.Random) -> None:
    """Make an entity of any species, its components in any order, some missing."""
    if len(game.model.things) >= MOST:
        return delete(game, rng)
    thing, parts = Thing(), []
    species = rng.choice(("plain",) * 8 + ("projectile", "character", "line", "line"))
    if species == "line":
        parts.append(add_collider(rng, thing, [line_spec(rng)]))
    elif species == "character":
        shape = rng.choice((("capsule", 40.0, 10.0), ("box", 20.0, 36.0, 0.0), ("circle", 12.0, (0.0, 0.0))))
        parts += [add_collider(rng, thing, [shape]), add_body(rng, thing, "kinematic"), CharacterController()]
        thing.collider["trigger"] = parts[0].trigger = False
    elif species == "projectile":
        parts += [add_collider(rng, thing), add_body(rng, thing, "dynamic"), projectile(game, rng, thing)]
    else:
        parts += [add_collider(rng, thing)] if rng.random() < 0.92 else []
        parts += [add_body(rng, thing)] if rng.random() < 0.8 else []
        parts += casters(rng)
    thing.species = species if species in ("projectile", "character") else "plain"
    thing.has_place = rng.random() < 0.95
    parts += [Transform(*place(rng))] if thing.has_place else []
    thing.team = rng.choice(("", "", "r", "b"))
    thing.slips = rng.random() < 0.2
    parts += [Team(thing.team)] if thing.team else []
    parts += game.own_ears(rng)
    rng.shuffle(parts)
    game.model.add(esper.create_entity(*parts), thing)


def projectile(game: Any, rng: random.Random, thing: Thing) -> Projectile:
    thing.leaving = despawn = rng.random() < 0.4  # at some time
    end = rng.choice((None, None, 150.0))
    counts = rng.choice((0, 0, 2)), rng.choice((0, 0, 3))
    mode = rng.choice(("swept", "swept", "ray"))
    return Projectile(*counts, max_distance=end, mode=mode, on_hit=game.hear_hit, despawn=despawn)


def casters(rng: random.Random) -> list[Any]:
    chance = rng.random()
    if chance < 0.05:
        return [RayCaster(point(rng, 1), 100)]
    return [ShapeCaster(Circle(5), point(rng, 80))] if chance < 0.1 else []


def delete(game: Any, rng: random.Random) -> None:
    if thing := game.model.pick(rng):
        game.model.remove(thing)
        esper.delete_entity(thing.number, immediate=rng.random() < 0.5)


def despawn(game: Any, rng: random.Random) -> None:
    if thing := game.model.pick(rng):
        thing.leaving = True
        for _ in range(rng.randrange(1, 3)):
            game.physics.despawn(thing.number)


def changed(game: Any, rng: random.Random, fits: Any) -> Thing | None:
    """Pick a thing that is about to be changed."""
    if thing := game.model.pick(rng, fits):
        thing.touched = 2
    return thing


def put(game: Any, rng: random.Random) -> None:
    """Add or replace a component, sometimes with a copy of another one's."""
    thing = changed(game, rng, lambda thing: thing.species == "plain")
    if thing is None:
        return
    kind = rng.choice((Transform, RigidBody, Collider))
    if kind is Transform:
        thing.has_place, part = True, Transform(*place(rng))
    elif kind is RigidBody:
        part = add_body(rng, thing)
    else:
        part = add_collider(rng, thing)
    esper.add_component(thing.number, copy.copy(part) if rng.random() < 0.2 else part)


def remove(game: Any, rng: random.Random) -> None:
    thing = changed(game, rng, lambda thing: thing.species == "plain")
    if thing is None:
        return
    kind = rng.choice((Transform, RigidBody, Collider))
    if esper.try_remove_component(thing.number, kind) is None:
        return
    if kind is Transform:
        thing.has_place = False
    elif kind is RigidBody:
        thing.body = None
    else:
        thing.collider = None


def steal(game: Any, rng: random.Random) -> None:
    """Give an entity the component of another one, which the engine refuses."""
    one = game.model.pick(rng, lambda thing: thing.collider is not None and thing.has_place)
    two = changed(game, rng, lambda thing: thing.species == "plain" and thing is not one)
    if one and two and rng.random() < 0.1:
        two.collider, two.stolen = one.collider, True
        esper.add_component(two.number, esper.component_for_entity(one.number, Collider))


def change_body(game: Any, rng: random.Random) -> None:
    thing = changed(game, rng, lambda thing: thing.body is not None)
    if thing is None:
        return
    body = esper.component_for_entity(thing.number, RigidBody)
    change = rng.choice(
        ("kind", "mass", "continuous", "velocity", "velocity", "push", "lock", "sleep", "move")
    )
    if change == "kind" and thing.species != "character":
        thing.body["kind"] = body.kind = rng.choice(("dynamic", "kinematic", "static"))
    elif change == "mass":
        thing.body["mass"] = body.mass = rng.choice((1.0, 0.2, 40.0))
    elif change == "continuous":
        thing.body["continuous"] = body.continuous = rng.choice(("off", "auto", "bullet"))
    elif change == "velocity":
        body.velocity, body.angular_velocity = point(rng, rng.choice((100, 3000))), rng.uniform(-9, 9)
    elif change == "push":
        body.apply_force(point(rng, 1e5), point(rng, AREA))
        body.apply_impulse(point(rng, 1e3), point(rng, AREA))
    elif change == "lock":
        body.lock_rotation, body.lock_x = rng.random() < 0.5, rng.random() < 0.2
    elif change == "sleep":
        rng.choice((body.sleep, body.wake))()
    elif change == "move" and body.kind == "kinematic":
        body.move_to(place(rng), rng.choice((0.01, 0.1)))


def change_collider(game: Any, rng: random.Random) -> None:
    thing = changed(game, rng, lambda thing: thing.collider is not None and not thing.stolen)
    if thing is None:
        return
    own, collider = thing.collider, esper.component_for_entity(thing.number, Collider)
    change = rng.choice(("shapes", "coarse", *SWITCHES, "enabled"))
    is_plain = own["layer"] != CHAIN_LAYER and thing.species == "plain"
    if change == "shapes":
        if is_plain:
            own["shapes"] = [spec_of(rng) for _ in range(rng.choice((1, 1, 2)))]
            collider.shapes = shapes_of(own["shapes"])
        return
    if change == "coarse":
        if is_plain:
            collider.coarse = volume(rng)
        return
    if change == "layer" and not is_plain:
        return
    own[change] = {
        "layer": rng.choice((1, 2, 3)),
        "mask": rng.choice((0, 1, 2, 3, ALL_LAYERS)),
        "detect_mask": rng.choice((0, 1, 2)),
        "group": rng.choice((0, 0, 1, -1)),
        "trigger": not own["trigger"] and is_plain,
        "enabled": not own["enabled"],
    }[change]
    setattr(collider, change, own[change])


def teleport(game: Any, rng: random.Random) -> None:
    if thing := game.model.pick(rng, lambda thing: thing.has_place):
        transform = esper.component_for_entity(thing.number, Transform)
        if rng.random() < 0.5:
            transform.pose = place(rng)
        else:
            transform.x = rng.uniform(-AREA, AREA)


def command(game: Any, rng: random.Random) -> None:
    """Tell a character what to do."""
    if thing := game.model.pick(rng, lambda thing: thing.species == "character"):
        hero = esper.component_for_entity(thing.number, CharacterController)
        hero.move(point(rng, 200))
        hero.jump(rng.choice((1, 300)))


def change_team(game: Any, rng: random.Random) -> None:
    if thing := changed(game, rng, lambda thing: thing.team != ""):
        thing.team = esper.component_for_entity(thing.number, Team).name = rng.choice("rb")
        game.physics.refilter(*([thing.number] if rng.random() < 0.8 else []))


def two_of(one: Thing, two: Thing) -> tuple[int, int]:
    return min(one.number, two.number), max(one.number, two.number)


def ignore(game: Any, rng: random.Random) -> None:
    one, two = game.model.pick(rng), game.model.pick(rng)
    if one is not two:
        seconds = rng.choice((None, 0.001, 0.1))
        game.physics.ignore(one.number, two.number, seconds)
        game.model.ignored.pop(two_of(one, two), None)
        if seconds is None:
            game.model.ignored[two_of(one, two)] = (one.life, two.life)


def unignore(game: Any, rng: random.Random) -> None:
    one, two = game.model.pick(rng), game.model.pick(rng)
    if one is not two:
        game.physics.unignore(one.number, two.number)
        game.model.ignored.pop(two_of(one, two), None)


def grid(game: Any, rng: random.Random) -> None:
    """Ground from a grid of cells, which is chains."""
    if len(game.model.things) < MOST and rng.random() < 0.2:
        cells = np.array([[rng.random() < 0.5 for _ in range(4)] for _ in range(3)])
        for collider in colliders_from_grid(cells, 24, layer=CHAIN_LAYER):
            thing = Thing()
            thing.collider = {
                "shapes": [("chain",)],
                "offset": (0.0, 0.0),
                "angle": 0.0,
                "layer": CHAIN_LAYER,
            }
            thing.collider |= {name: getattr(collider, name) for name in SWITCHES}
            game.model.add(esper.create_entity(Transform(*place(rng)), collider), thing)


def write_rows(game: Any, rng: random.Random) -> None:
    """Change velocities in bulk."""
    rows = game.physics.bodies
    rows["vx"] *= rng.choice((0.5, 1.0))


def clear(game: Any, rng: random.Random) -> None:
    """Empty the world."""
    if rng.random() < 0.02:
        game.model.clear()
        if game.is_within or rng.random() < 0.5:
            esper.clear_database()
        else:
            game.reset()


ENTITY_ACTS = (
    *[create] * 10, delete, delete, despawn, put, put, remove, steal, change_body, change_body, change_body,
    change_collider, change_collider, change_collider, teleport, teleport, command, change_team, ignore,
    ignore, unignore, grid, write_rows, clear,
)  # fmt: skip
