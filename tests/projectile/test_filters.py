"""What a projectile may hit: layers, groups, ignored pairs, filters and contact hooks, in both modes."""

from __future__ import annotations

from typing import Any

import esper
import pytest

from ecsphys import Box, Circle, Collider, Physics, Projectile, RigidBody, Transform
from tests.projectile.shots import BOTH, Range


def shot_with(collider: Collider | None, **options: Any) -> tuple[int, Projectile]:
    """A projectile that flies 15 units a step to the right."""
    projectile = Projectile(**options)
    parts = [Transform(), RigidBody(velocity=(900, 0), gravity_scale=0), projectile]
    return esper.create_entity(*parts, *([collider] if collider else [])), projectile


def block(x: float = 100, **options: Any) -> int:
    return esper.create_entity(Transform(x, 0), Collider(Box(10, 100), **options))


@BOTH
@pytest.mark.parametrize(
    ("own", "its", "says"),
    [
        ({"mask": 0}, {}, "is not in the mask"),
        ({"layer": 2}, {"mask": 1}, "is not in the mask"),
        ({"layer": 2}, {"mask": 2}, ""),
        ({"mask": 2}, {"layer": 2}, ""),
        ({"mask": 2}, {"layer": 1}, "is not in the mask"),
        ({"mask": 0, "detect_mask": 1}, {}, "is not in the mask"),
        ({"group": -1}, {"group": -1}, "a negative group never meets itself"),
        ({"group": -1}, {"group": -2}, ""),
        ({"group": 1, "mask": 0}, {"group": 1}, ""),
    ],
)
def test_layers_masks_and_groups(mode: str, own: Any, its: Any, says: str) -> None:
    play = Range()
    wall = block(**its)
    bullet, _ = shot_with(Collider(Circle(3), **own), mode=mode)
    play.run(1)
    told = play.physics.explain(bullet, wall)
    assert says in told and bool(says) != ("apart" in told or "away" in told)
    play.run(10)
    assert len(play.hits) == (0 if says else 1)


@pytest.mark.parametrize(("its", "hits"), [({}, 1), ({"mask": 2}, 0), ({"layer": 8}, 1)])
def test_a_ray_without_collider_is_on_layer_one(its: Any, hits: int) -> None:
    play = Range()
    wall = block(**its)
    bullet, _ = shot_with(None, mode="ray")
    play.run(1)
    assert ("80 away" in play.physics.explain(wall, bullet)) == bool(hits)
    assert ("is not in the mask" in play.physics.explain(bullet, wall)) != bool(hits)
    play.run(10)
    assert len(play.hits) == hits


@BOTH
def test_the_team_of_a_shooter_is_not_hit(mode: str) -> None:
    play = Range()
    for x in (0, 60):
        esper.create_entity(Transform(x, 0), RigidBody.kinematic(), Collider(Circle(10), group=-1))
    foe = block()
    shot_with(Collider(Circle(2), group=-1), mode=mode, pierce=3)
    play.run(8)
    assert [hit.entity for hit in play.hits] == [foe]


def ignore(physics: Physics, bullet: int, wall: int) -> None:
    physics.ignore(bullet, wall)


def add_filter(physics: Physics, bullet: int, wall: int) -> None:
    physics.add_filter(lambda a, b: wall not in (a, b))


def add_typed_filter(physics: Physics, bullet: int, wall: int) -> None:
    physics.add_filter(lambda a, b: b != wall, Projectile, Collider)


def add_hook(physics: Physics, bullet: int, wall: int) -> None:
    physics.add_contact_hook(
        lambda contact: contact.drop() if wall in (contact.entity_a, contact.entity_b) else 0
    )


@BOTH
@pytest.mark.parametrize("bare", [False, True])
@pytest.mark.parametrize(
    ("how", "says"),
    [
        (ignore, "ignore each other"),
        (add_filter, "the filter"),
        (add_typed_filter, "the filter"),
        (add_hook, "a contact hook drops the hit"),
    ],
)
def test_ignored_pairs_filters_and_hooks(mode: str, bare: bool, how: Any, says: str) -> None:
    if bare and mode == "swept":
        pytest.skip("needs a Collider")
    play = Range()
    glass, wall = block(), block(200)
    bullet, _ = shot_with(None if bare else Collider(Circle(2)), mode=mode)
    play.run(1)
    how(play.physics, bullet, glass)
    play.run(6)  # it is in the glass
    assert says in play.physics.explain(bullet, glass)
    play.run(10)
    assert [hit.entity for hit in play.hits] == [wall]


@BOTH
def test_a_pair_is_asked_about_once_a_step(mode: str) -> None:
    play = Range()
    calls: list[tuple[int, int]] = []
    play.physics.add_filter(lambda a, b: calls.append((a, b)) is None)
    play.physics.add_contact_hook(lambda contact: calls.append((contact.entity_a, contact.entity_b)))
    walls = [esper.create_entity(Transform(x, 0), Collider(Box(10, 90), restitution=1)) for x in (-60, 60)]
    bullet, projectile = shot_with(Collider(Circle(2)), mode=mode, ricochet=50)
    esper.component_for_entity(bullet, RigidBody).velocity = (60_000, 0)
    play.run(1)
    assert len(play.hits) > 8
    assert sorted(calls) == sorted([(wall, bullet) for wall in walls] * 2)
    assert projectile.ricochet == 50 - len(play.hits)


@BOTH
def test_a_hook_sees_the_hit_and_sets_its_restitution(mode: str) -> None:
    play = Range()
    seen = []

    def soften(contact: Any) -> None:
        seen.append((contact.entity_a, contact.entity_b, contact.normal, contact.point, contact.speed))
        contact.restitution = 0.5

    play.physics.add_contact_hook(soften)
    wall = block(restitution=1)
    bullet, _ = shot_with(Collider(Circle(3)), mode=mode, ricochet=1)
    play.run(12)
    (hit,) = play.hits
    assert esper.component_for_entity(bullet, RigidBody).velocity == pytest.approx((-450, 0))
    ((a, b, normal, point, speed),) = seen
    assert (a, b) == (wall, bullet) and normal == pytest.approx((-1, 0)) and point == pytest.approx(hit.point)
    assert speed == pytest.approx(900)


@BOTH
@pytest.mark.parametrize("stage", ["add_filter", "add_contact_hook"])
def test_a_hook_that_raises_leaves_it_before_the_wall(mode: str, stage: str) -> None:
    play = Range()

    def fail(*arguments: Any) -> None:
        raise KeyError("mine")

    block()
    bullet, projectile = shot_with(Collider(Circle(3)), mode=mode)
    esper.component_for_entity(bullet, RigidBody).velocity = (60_000, 0)
    getattr(play.physics, stage)(fail)
    with pytest.raises(KeyError, match="mine"):
        play.run(1)
    assert esper.component_for_entity(bullet, Transform).x < 95 and not projectile.spent
    getattr(play.physics, "remove_filter" if stage == "add_filter" else "remove_contact_hook")(fail)
    play.run(2)
    assert len(play.hits) == 1


@BOTH
def test_what_it_has_pierced_is_explained(mode: str) -> None:
    play = Range()
    wall = esper.create_entity(Transform(100, 0), Collider(Box(100, 100)))
    bullet, _ = shot_with(Collider(Circle(3)), mode=mode, pierce=1)
    play.run(5)
    assert f"has pierced {wall}" in play.physics.explain(bullet, wall)
