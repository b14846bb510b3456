"""Scenes with light and heavy crates, balls, and other characters."""

from __future__ import annotations

import itertools

import esper

from ecsphys import Circle, Collider, RigidBody, Transform

from .scene import Complaints, Scene, right, still, wrong
from .stage import RADIUS, SKIN, SPEED, Stage

NEAR = 1e-3


def light(stage: Stage) -> None:
    stage.floor()
    stage.crate(60.0, 16.0)
    stage.enter(0.0)


def check_light(stage: Stage) -> Complaints:
    pushed = stage.place("crate").x - 60.0
    ahead = stage.place("crate").x - 16.0 - (stage.last.x + RADIUS)
    return wrong(
        pushes_it_along=pushed > 120.0,
        goes_nearly_at_its_own_speed=stage.distance(60, 110) > 0.8 * SPEED * 50 / 60,
        keeps_close_to_it=-NEAR < ahead < 4.0,
        stays_on_the_floor=stage.airborne == 0,
        does_not_tip_it=abs(esper.component_for_entity(stage.named["crate"], Transform).angle) < 0.1,
    )


def heavy(stage: Stage) -> None:
    stage.floor()
    stage.crate(60.0, 16.0, density=200.0)
    stage.enter(0.0)


def weak(stage: Stage) -> None:
    """Build a light crate, and a hero too weak to overcome its friction."""
    light(stage)
    stage.control.strength = 100_000.0


def check_immovable(stage: Stage) -> Complaints:
    return wrong(
        does_not_move_it=abs(stage.place("crate").x - 60.0) < 1.0,
        stops_before_it=stage.last.x < 60.0 - 16.0 - RADIUS + 1.0,
        stays_on_the_floor=stage.airborne == 0,
    )


def on_crate(stage: Stage) -> None:
    stage.floor()
    stage.crate(0.0, 16.0, 32.0)
    stage.enter(3.0, 60.0)


def check_on_crate(stage: Stage) -> Complaints:
    return wrong(
        stands_on_it=stage.last.floor == stage.named["crate"],
        at_its_height=abs(stage.last.feet - 32.0) < 1.0,
        rests=abs(stage.last.velocity.y) < 1.0 and stage.jitter < 0.05,
    )


def lifted_crate(stage: Stage) -> None:
    """Put the hero on a crate on a lift."""
    stage.floor(top=-300.0)
    stage.platform(0.0, -8.0, 160.0, velocity=(0.0, 80.0))
    stage.crate(0.0, 16.0)
    stage.enter(0.0, 32.0 + SKIN)


def check_lifted_crate(stage: Stage) -> Complaints:
    crate = stage.place("crate").y
    return wrong(
        rides_up_with_it=stage.last.feet > 200.0,
        stands_on_the_crate=stage.last.floor == stage.named["crate"],
        does_not_press_it_into_the_lift=abs(crate - 16.0 - (stage.place("platform").y + 8.0)) < 1.0,
    )


def ball(stage: Stage) -> None:
    """Let a heavy ball roll against the hero."""
    stage.floor()
    stage.named["ball"] = esper.create_entity(
        Transform(200.0, 20.0), RigidBody(velocity=(-250.0, 0.0)), Collider(Circle(20.0), density=20.0)
    )
    stage.enter(0.0)


def check_ball(stage: Stage) -> Complaints:
    return wrong(
        is_not_pushed=abs(stage.last.x) < 1e-9,
        stops_the_ball=stage.place("ball").x > RADIUS + 19.0,
        stands=stage.airborne == 0,
    )


def ball_pushes(stage: Stage) -> None:
    ball(stage)
    stage.control.pushable = True


def check_ball_pushes(stage: Stage) -> Complaints:
    return wrong(is_pushed=stage.last.x < -20.0, stands=stage.airborne == 0)


def two(meets: str) -> Scene:
    """Let the hero run against another character."""

    def build(stage: Stage) -> None:
        stage.floor()
        stage.character(80.0, SKIN, name="other", meets=meets)
        stage.enter(0.0)

    def check(stage: Stage) -> Complaints:
        other = stage.place("other").x
        if meets == "block":
            return wrong(
                is_stopped=abs(stage.last.x - (80.0 - 2 * RADIUS - SKIN)) < 0.2,
                does_not_move_the_other=abs(other - 80.0) < 1e-9,
                knows_the_other=stage.named["other"] in {hit.entity for hit in stage.control.hits},
            )
        if meets == "pass":
            return wrong(
                runs_through=stage.distance() > 0.99 * SPEED * 119 / 60,
                leaves_it_alone=abs(other - 80.0) < 1e-9,
            )
        return wrong(
            pushes_the_other=other > 100.0,
            is_slowed_down=stage.distance() < 0.99 * SPEED * 119 / 60,
            both_stand=stage.airborne == 0,
        )

    return Scene(f"two characters {meets}", "By choice.", build, right(), check, 120)


def crowd(stage: Stage) -> None:
    """Put several characters in one place, to push each other apart."""
    stage.floor()
    for k in range(5):
        stage.character(0.001 * k, SKIN, name=f"one {k}", meets="push")
    stage.enter(0.0, meets="push")


def check_crowd(stage: Stage) -> Complaints:
    places = sorted([stage.last.x, *(stage.place(f"one {k}").x for k in range(5))])
    apart = min(b - a for a, b in itertools.pairwise(places))
    return wrong(they_make_room=apart > 1.6 * RADIUS, nobody_flies=stage.airborne == 0)


def on_head(stage: Stage) -> None:
    """Put the hero on the head of a walking character."""
    stage.floor()
    stage.character(0.0, SKIN, name="carrier")
    stage.enter(0.0, 48.0 + 2 * SKIN)


def carrier_walks(stage: Stage, step: int) -> None:
    from ecsphys import CharacterController

    if step > 10:
        esper.component_for_entity(stage.named["carrier"], CharacterController).move((100.0, 0.0))


def check_on_head(stage: Stage) -> Complaints:
    return wrong(
        is_carried=abs(stage.last.x - stage.place("carrier").x) < 0.1,
        stands_on_it=stage.last.floor == stage.named["carrier"],
        goes_far=stage.last.x > 100.0,
    )


OTHERS = (
    Scene("light crate", "A crate is pushed along.", light, right(), check_light, 120),
    Scene("heavy crate", "A heavy one is not.", heavy, right(), check_immovable, 120),
    Scene("weak hero", "Nor a light one without strength.", weak, right(), check_immovable, 120),
    Scene("on a crate", "Standing on what can move.", on_crate, still, check_on_crate, 120),
    Scene("crate on a lift", "A stack on a lift.", lifted_crate, still, check_lifted_crate, 180),
    Scene("heavy ball", "Not pushed by what rolls against it.", ball, still, check_ball, 120),
    Scene("pushable", "Unless asked.", ball_pushes, still, check_ball_pushes, 120),
    two("block"),
    two("pass"),
    two("push"),
    Scene("crowd", "Six in one place make room.", crowd, still, check_crowd, 180),
    Scene("on a head", "Characters carry each other.", on_head, carrier_walks, check_on_head, 120),
)
