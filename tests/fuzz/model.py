"""What exists, as a plain model: entities with the values that the game gave them, and who may meet whom."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from itertools import count
from typing import Any

import esper

from tests.fuzz.plain import Outline, outlines, placed

ALL_LAYERS = (1 << 64) - 1
CHAIN_LAYER = 1 << 20  # of chains alone: queries leave them out, as they have no inside


class Thing:
    """An entity as the game made it."""

    def __init__(self) -> None:
        self.number = 0  # in esper
        self.life = 0  # esper uses numbers again, lives are never
        self.has_place = True
        self.body: dict[str, Any] | None = None
        self.collider: dict[str, Any] | None = None
        self.species = "plain"  # or projectile, character
        self.team = ""
        self.slips = False  # a hook drops the contacts of two that slip
        self.leaving = False  # told to be deleted at the end of a step
        self.stolen = False  # has a component of another one
        self.touched = 2  # 2: changed since a step began, 1: before, and no step has gone through since
        self.has_area = False
        self.is_held = False  # a Transform alone, which was joined and is a static body

    def is_mobile(self) -> bool:
        return self.body is not None and self.body["kind"] != "static"

    def takes_part(self) -> bool:
        return self.has_place and self.collider is not None and self.collider["enabled"]

    def has_row(self) -> bool:
        return self.has_place and (self.body is not None or self.collider is not None or self.is_held)

    def is_alive_in(self, model: Model) -> bool:
        return model.things.get(self.number) is self

    def is_mistake(self) -> bool:
        """Whether the engine may refuse it."""
        kind = self.body["kind"] if self.body else "none"
        specs = self.collider["shapes"] if self.collider else ()
        lines = [spec for spec in specs if spec[0] in ("chain", "half_plane")]
        if self.has_area and self.collider is not None and not self.collider["trigger"]:
            return True
        if self.stolen or (lines and kind not in ("none", "static")):
            return True
        if kind == "dynamic" and self.body["mass"] is None and {spec[0] for spec in specs} == {"segment"}:
            return True
        if self.species == "character":
            return kind != "kinematic" or len(specs) != 1 or bool(lines)
        return self.species == "projectile" and (kind not in ("dynamic", "kinematic") or not specs)

    def outlines(self, pose: Any) -> list[Outline]:
        """Its shapes in the world, without chains."""
        x, y, angle = pose
        own, found = self.collider, []
        for spec in own["shapes"]:
            outline = outlines(spec)
            if outline is None:
                continue
            if spec[0] == "aabb":
                found.append(placed(outline, x + own["offset"][0], y + own["offset"][1], 0.0))
            else:
                local = placed(outline, *own["offset"], own["angle"])
                found.append(placed(local, x, y, angle))
        return found

    def rule(self) -> tuple[Any, ...]:
        """All that decides whom it may meet."""
        own = self.collider
        reach = own["mask"] | own["detect_mask"]
        return (
            self.life,
            self.is_mobile(),
            self.species,
            own["layer"],
            reach,
            own["group"],
            self.team,
            self.slips,
        )


class Tie:
    """A joint of the game, of an entity of its own."""

    def __init__(self, joint: Any, sides: list[Thing | None]):
        self.number = 0
        self.joint = joint
        self.sides = sides  # None: the world
        self.is_broken = False
        self.unheard = 0  # events that may come late, since it broke in a step that was cut off
        self.leaving = False
        self.touched = 2  # as that of a Thing

    def look(self) -> None:
        """See whether the joint is broken; a step that was cut off tells so later."""
        if self.joint.broken and not self.is_broken:
            self.unheard = 2
        self.is_broken = self.joint.broken

    def parts(self) -> bool:
        """Whether it keeps two things from colliding, where it acts."""
        return None not in self.sides and not self.joint.collide_connected

    def is_mistake(self, model: Model) -> bool:
        """Whether the engine may refuse it."""
        sides = [side for side in self.sides if side is not None and side.is_alive_in(model)]
        return not self.is_broken and any(not side.has_place for side in sides)

    def acts(self, model: Model, lost: Collection[int]) -> bool:
        """Whether it acts for sure in the step that begins."""
        return (
            self.joint.enabled
            and not self.joint.broken
            and all(
                side is None or (side.is_alive_in(model) and side.has_row() and side.number not in lost)
                for side in self.sides
            )
        )


class Model:
    """All things of one world."""

    def __init__(self) -> None:
        self.things: dict[int, Thing] = {}  # by number
        self.ties: dict[int, Tie] = {}  # by number
        self.known_ties: dict[int, Tie] = {}  # of the steps of which events may still come
        self.ignored: dict[tuple[int, int], tuple[int, int]] = {}  # numbers to lives
        self._lives = count(1)
        # Of the steps of which events may still come: who took part, by number, and lives that ignored
        # each other in all of them.
        self.rules: dict[int, list[tuple[Any, ...]]] = {}
        self.parted: set[tuple[int, ...]] = set()
        self.present: set[int] = set()  # numbers of all things

    def add(self, number: int, thing: Thing) -> None:
        assert number not in self.things, f"esper gave the number {number} twice"
        thing.number, thing.life = number, next(self._lives)
        self.things[number] = thing

    def add_tie(self, number: int, tie: Tie) -> None:
        tie.number, self.ties[number] = number, tie

    def remove(self, thing: Thing) -> None:
        del self.things[thing.number]
        self.ignored = {two: lives for two, lives in self.ignored.items() if thing.life not in lives}

    def clear(self) -> None:
        self.things.clear()
        self.ties.clear()
        self.ignored.clear()

    def pick(self, rng: random.Random, fits: Callable[[Thing], bool] = lambda thing: True) -> Thing | None:
        self.forget_gone()
        found = [thing for thing in self.things.values() if fits(thing)]
        return rng.choice(found) if found else None

    def pick_tie(self, rng: random.Random) -> Tie | None:
        self.forget_gone()
        found = list(self.ties.values())
        return rng.choice(found) if found else None

    def forget_gone(self) -> None:
        """Remove what the engine has deleted because it was told to."""
        for thing in list(self.things.values()):
            if not esper.entity_exists(thing.number):
                assert thing.leaving, f"{thing.number} is gone"
                self.remove(thing)
        for tie in list(self.ties.values()):
            if not esper.entity_exists(tie.number):
                assert tie.leaving, f"joint {tie.number} is gone"
                del self.ties[tie.number]

    def mistakes(self) -> list[Thing]:
        return [thing for thing in self.things.values() if thing.is_mistake()]

    def excuses(self, error: ValueError) -> bool:
        """Whether the engine may refuse a joint, which it does once."""
        is_of_joint = "must be an entity with a body" in str(error)
        return is_of_joint and any(tie.is_mistake(self) for tie in self.ties.values())

    def begin_step(self, is_first: bool, lost: Collection[int] = ()) -> None:
        """Note who takes part in a step; `is_first`: of those whose events are still to come."""
        self.forget_gone()
        parted = {tuple(sorted(lives)) for lives in self.ignored.values()}
        for tie in self.ties.values():
            if tie.touched == 2:
                tie.look()
            tie.touched = min(tie.touched, 1)
            if tie.parts() and tie.acts(self, lost):
                parted.add(tuple(sorted(side.life for side in tie.sides if side)))
        self.parted = parted if is_first else self.parted & parted
        if is_first:
            self.rules.clear()
            self.present.clear()
            self.known_ties.clear()
        self.known_ties |= self.ties
        self.present |= self.things.keys()
        for thing in self.things.values():
            thing.touched = min(thing.touched, 1)
            if thing.takes_part():
                self.rules.setdefault(thing.number, []).append(thing.rule())

    def end_step(self) -> None:
        for thing in self.things.values():
            thing.touched = thing.touched if thing.touched == 2 else 0
        for tie in self.ties.values():
            tie.touched = tie.touched if tie.touched == 2 else 0

    def may_meet(self, a: int, b: int, is_trigger: bool) -> bool:
        """Whether two numbers were those of entities that might meet in one of these steps."""
        return any(
            meet(one, two, is_trigger) and tuple(sorted((one[0], two[0]))) not in self.parted
            for one in self.rules.get(a, ())
            for two in self.rules.get(b, ())
        )


def meet(one: tuple[Any, ...], two: tuple[Any, ...], is_trigger: bool) -> bool:
    """Whether two `Thing.rule`s let each other in."""
    if not (one[1] or two[1]) or (one[6] and one[6] == two[6]):
        return False
    if not is_trigger and ((one[7] and two[7]) or "projectile" in (one[2], two[2])):
        return False
    if one[5] and one[5] == two[5]:
        return bool(one[5] > 0)
    return bool(one[3] & two[4] and two[3] & one[4])


class Account:
    """The balance of begins and ends, by the two entities; of triggers by the one that saw it, too."""

    def __init__(self, model: Model):
        self.model = model
        self.together: dict[tuple[int, int, int], tuple[int, int]] = {}  # to their lives
        self.begins = self.ends = 0

    def hear(self, name: str, trigger: int, a: int, b: int, reason: str) -> None:
        key = (trigger, min(a, b), max(a, b))
        what = f"{name} of {key}"
        if name in ("collision_begin", "trigger_enter"):
            assert key not in self.together, f"{what} twice"
            assert self.model.may_meet(a, b, bool(trigger)), (
                f"{what} that may not meet, or are dead: {self.model.rules.get(a)} {self.model.rules.get(b)}"
            )
            assert reason == "", f"{what} for the reason {reason}"
            lives = [self.model.rules[number][-1][0] for number in key[1:]]
            self.together[key] = (lives[0], lives[1])
            self.begins += 1
        elif name in ("collision_end", "trigger_exit"):
            assert key in self.together, f"{what} without begin"
            assert reason in ("separated", "removed", "disabled", "filtered"), f"{what} for {reason!r}"
            del self.together[key]
            self.ends += 1
        else:
            assert key in self.together, f"{what} before its begin or after its end"
