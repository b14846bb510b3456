"""A game that does anything at any moment, and knows from a plain model what must hold."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

import esper

import ecsphys
from ecsphys import (
    BroadPhaseSystem,
    Circle,
    Collider,
    CollisionListSystem,
    IntegrationSystem,
    Listener,
    Physics,
    RigidBody,
    Transform,
)
from tests.fuzz.acts import ENTITY_ACTS, SWITCHES, Team
from tests.fuzz.asking import ask, ask_within
from tests.fuzz.invariants import check_empty, check_world
from tests.fuzz.model import Account, Model, Thing
from tests.fuzz.ties import TIE_ACTS, check_no_ties, check_ties, hear_break

STEP = 1 / 60
NAMES = (
    "collision_begin", "collision_stay", "collision_end", "collision_hit", "trigger_enter", "trigger_stay",
    "trigger_exit",
)  # fmt: skip
# Moments in which a game may act, and those of them that lie within a step.
BETWEEN = ("frame", "before", "handler", "listener", "after")
WITHIN = ("stage", "filter", "hook", "field")
Act = tuple[str, str, int]  # moment, name of the act, seed of its random numbers
_worlds = count()


class Oops(Exception):
    """Raised by the game's own functions."""


class Stage(esper.Processor):
    """A system of the game between those of the engine."""

    def __init__(self, game: Game):
        self.game = game

    def process(self, dt: float = 0.0) -> None:
        self.game.moment("stage")


class Game:
    """One world with its model, which plays the acts that it is given."""

    def __init__(
        self, options: dict[str, Any], own_clock: bool = False, ears: str = "esper", has_field: bool = False
    ):
        self.home, self.ears, self.own_clock = esper.current_world, ears, own_clock
        self.has_field = has_field
        self.model = Model()
        self.account = Account(self.model)
        self.physics = Physics(**options)
        self.log: list[str] | None = None  # of everything heard
        self.waiting: dict[str, list[Act]] = {}  # acts of this frame, by moment
        self.acts = self.depth = 0
        self.is_delivered = True  # all events of the last step
        self.was_away = self.is_within = False
        for kind in (BroadPhaseSystem, IntegrationSystem, CollisionListSystem):
            self.physics.insert(Stage(self), after=kind)
        self.enter()

    def enter(self) -> None:
        """Take part in the current esper world, which is new."""
        for system in self.physics.systems if self.own_clock else [self.physics]:
            esper.add_processor(system)
        self.handlers = [partial(self.hear, name) for name in NAMES]
        self.shot_handlers = [
            partial(self.hear_shot, name) for name in ("projectile_hit", "projectile_spent")
        ]
        if self.ears == "esper":
            for name, handler in zip(NAMES, self.handlers, strict=True):
                esper.set_handler(name, handler)
        self.break_handler = self.hear_break
        esper.set_handler("joint_break", self.break_handler)
        esper.set_handler("projectile_hit", self.shot_handlers[0])
        esper.set_handler("projectile_spent", self.shot_handlers[1])
        self.wire()

    def wire(self) -> None:
        """Add what `Physics.reset` removes."""
        if self.ears == "typed":
            for name, handler in zip(NAMES, self.handlers, strict=True):
                ecsphys.on(name)(handler)
        self.physics.before_step(self.before)
        self.physics.after_step(self.after)
        self.physics.add_filter(self.filter, Team, Team)
        self.physics.add_contact_hook(self.hook)
        if self.has_field:
            self.physics.add_field(self.field, Team)

    def reset(self) -> None:
        self.physics.reset()
        self.account.together.clear()  # their events are dropped
        self.wire()

    # -- what the engine calls ---------------------------------------------------------------------

    def before(self, dt: float) -> None:
        self.moment("before")
        self.model.begin_step(self.is_delivered, self.physics.world.lost)
        self.is_delivered = False

    def after(self, dt: float) -> None:
        self.is_delivered = esper.current_world == self.home
        self.model.end_step()
        self.moment("after")

    def hear(self, name: str, event: Any) -> None:
        assert esper.current_world == self.home
        if self.log is not None:
            self.log.append(f"{name} {tuple(event.entities)} {event.point} {event.time} {event.reason}")
        self.account.hear(name, getattr(event, "trigger", 0), *event.entities, event.reason)
        self.moment("handler")

    def hear_shot(self, name: str, event: Any) -> None:
        assert esper.current_world == self.home
        if self.log is not None:
            self.log.append(f"{name} {event!r} {event.time}")
        rules, present = self.model.rules, self.model.present
        assert event.projectile in present, f"{name} of {event.projectile}, which was gone"
        assert event.entity == 0 or event.entity in rules, f"{name} at {event.entity}, which took no part"
        self.moment("handler")

    def hear_break(self, event: Any) -> None:
        assert esper.current_world == self.home
        if self.log is not None:
            self.log.append(f"{event!r} {event.point} {event.time}")
        hear_break(self, event)
        self.moment("handler")

    def hear_hit(self, me: int, other: int, event: Any) -> None:
        assert event.projectile == me and event.entity == other
        self.moment("listener")

    def hear_own(self, me: int, other: int, event: Any) -> None:
        assert event.has(me) and event.other(me) == other
        self.moment("listener")

    def own_ears(self, rng: random.Random) -> list[Any]:
        own = self.hear_own
        return [Listener(on_collision_begin=own, on_trigger_exit=own)] if rng.random() < 0.2 else []

    def filter(self, a: int, b: int) -> bool:
        self.moment("filter")
        return self.team_of(a) != self.team_of(b)

    def team_of(self, number: int) -> str:
        """The team of an entity when the step began; of a disabled one, which has no rule, now."""
        rules = self.model.rules.get(number)
        return str(rules[-1][6]) if rules else self.model.things[number].team

    def hook(self, contact: Any) -> None:
        self.moment("hook")
        if self.model.rules[contact.entity_a][-1][7] and self.model.rules[contact.entity_b][-1][7]:
            contact.drop()

    def field(self, fields: Any) -> None:
        self.moment("field")
        fields.fx -= fields.mass * fields.x

    # -- acts --------------------------------------------------------------------------------------

    def moment(self, where: str) -> None:
        """Do what is planned for this moment, one act each time."""
        acts = self.waiting.get(where)
        if acts and self.depth < 3 and esper.current_world == self.home:
            self.act(acts.pop(0))

    def act(self, act: Act) -> None:
        where, name, seed = act
        self.is_within = where in WITHIN
        self.acts += 1
        self.depth += 1
        try:
            ACTS[name](self, random.Random(seed))
        except ValueError as error:
            if not self.model.mistakes() and not self.model.excuses(error):
                raise
        finally:
            self.depth -= 1

    def frame(self, acts: list[Act]) -> None:
        """Do the acts of a frame and run it; then compare."""
        for where in (*BETWEEN, *WITHIN):
            self.waiting[where] = [act for act in acts if act[0] == where]
        for act in self.waiting.pop("frame"):
            self.guarded(partial(self.act, act))
        is_done = self.guarded(partial(esper.process, STEP))
        # Under one's own clock a step that an exception cut off ends only when the next one begins.
        again = partial(esper.process, STEP) if self.own_clock else partial(self.physics.process, 0)
        for _ in range(200):
            is_done = is_done or self.guarded(again)
        assert is_done, "events that are never delivered"
        while not self.guarded(self.check):
            pass

    def guarded(self, process: Callable[[], Any]) -> bool:
        """Call something that may raise, or leave this world; return whether it went through."""
        self.was_away = False
        try:
            process()
        except Oops:
            return False
        except ValueError as error:
            if self.model.excuses(error):
                return False
            mistakes = self.model.mistakes()
            if not mistakes:
                raise
            for thing in mistakes:
                self.model.remove(thing)
                esper.delete_entity(thing.number, immediate=True)
            return False
        except RuntimeError as error:
            if not self.was_away or "belongs to the esper world" not in str(error):
                raise
            return False
        finally:
            self.come_home()
        return not self.was_away

    def come_home(self) -> None:
        left = esper.current_world
        if left != self.home:
            self.was_away = True
            esper.switch_world(self.home)
            if left.startswith("away"):
                esper.delete_world(left)

    # -- what must hold ----------------------------------------------------------------------------

    def check(self) -> None:
        """Compare esper, components, collision list and rows with the model."""
        assert esper.current_world == self.home
        self.model.forget_gone()
        for thing in self.model.things.values():
            thing.is_held = thing.number in self.physics.simulation.registry._held
        known = self.model.things.keys() | self.model.ties.keys()
        assert {e for e in esper._entities if esper.entity_exists(e)} == known
        self.check_collisions()
        for seed in range(2):
            ask(self, random.Random(self.acts + seed))
        for thing in self.model.things.values():
            check_values(thing)
        check_world(self.physics.world, self.model)
        check_ties(self)

    def check_collisions(self) -> None:
        listed = {(one.entity_a, one.entity_b) for one in self.physics.collisions}
        solid = {(a, b): lives for (trigger, a, b), lives in self.account.together.items() if trigger == 0}
        assert listed <= solid.keys(), f"{listed - solid.keys()} touch and have not begun"
        for two, lives in solid.items():
            things = [self.model.things.get(number) for number in two]
            if any(
                thing is None or thing.life != life or thing.touched or thing.leaving
                for thing, life in zip(things, lives, strict=True)
            ):
                continue
            assert two in listed, f"{two} have begun and not ended, and are not listed"

    def finish(self) -> None:
        """Everything that began ends when all are gone, and nothing is left in the world."""
        self.waiting.clear()
        esper.clear_database()
        self.model.clear()
        for _ in range(10):
            assert self.guarded(partial(esper.process, STEP))
        assert not self.account.together, f"{self.account.together} have no end"
        assert self.account.begins >= self.account.ends
        check_empty(self.physics.world)
        check_no_ties(self.physics)


def check_values(thing: Thing) -> None:
    """What the engine does not change reads as it was written."""
    if thing.body:
        body = esper.component_for_entity(thing.number, RigidBody)
        assert body.kind == thing.body["kind"] and body.continuous == thing.body["continuous"]
        if thing.body["mass"] and body.kind == "dynamic" and thing.has_place:
            assert body.mass == thing.body["mass"], (thing.number, body.mass)
    if thing.collider and not thing.stolen:
        collider = esper.component_for_entity(thing.number, Collider)
        for name in SWITCHES:
            assert getattr(collider, name) == thing.collider[name], (thing.number, name)


# -- acts on the game itself -----------------------------------------------------------------------


def fail(game: Game, rng: random.Random) -> None:
    raise Oops


def leave(game: Game, rng: random.Random) -> None:
    """Switch to another world and stay there."""
    game.was_away = True
    esper.switch_world(f"away {next(_worlds)}")


def detour(game: Game, rng: random.Random) -> None:
    """Run a step of another world, and delete that."""
    here, name = esper.current_world, f"detour {next(_worlds)}"
    esper.switch_world(name)
    other = Physics(response=rng.random() < 0.5)
    for x in (0, 5):
        esper.create_entity(Transform(x, 0), RigidBody(), Collider(Circle(16)))
    other.step_once()
    assert [one.entity_b for one in other.collisions] == [2]
    esper.switch_world(here)
    esper.delete_world(name)


def nested(game: Game, rng: random.Random) -> None:
    """Run a step from inside."""
    game.physics.step_once()


def change_settings(game: Game, rng: random.Random) -> None:
    name, value = rng.choice(
        [
            ("gravity", (0.0, rng.uniform(-900, 0))),
            ("broad_phase", rng.choice(("quadtree", "sweep_and_prune", "brute_force"))),
            ("response", rng.random() < 0.8),
            ("sleeping", rng.random() < 0.5),
            ("end_after", rng.choice((1, 3))),
            ("substeps", rng.choice((1, 4))),
        ]
    )
    setattr(game.physics, name, value)


GAME_ACTS = (*ENTITY_ACTS, *TIE_ACTS)
ACTS: dict[str, Callable[[Any, random.Random], None]] = {
    act.__name__: act for act in (*GAME_ACTS, ask, ask_within, fail, leave, detour, nested, change_settings)
}
OF_MOMENT = {
    "frame": (*GAME_ACTS, ask, detour, change_settings),
    "before": (*GAME_ACTS, ask, detour, fail),
    "handler": (*GAME_ACTS, *GAME_ACTS, ask, detour, fail, fail, leave, nested),
    "listener": (*GAME_ACTS, ask, fail, leave),
    "after": (*GAME_ACTS, ask, detour, fail, leave, nested),
    "stage": (*GAME_ACTS, ask_within, detour, fail),
    "filter": (*GAME_ACTS, ask_within, fail),
    "hook": (*GAME_ACTS, ask_within, fail),
    "field": (ask_within, fail),
}
WEIGHTS = {
    "frame": 12, "before": 2, "handler": 5, "listener": 1, "after": 1, "stage": 1, "filter": 0.3, "hook": 0.3,
    "field": 0.1,
}  # fmt: skip


def draw_frame(rng: random.Random) -> list[Act]:
    """Some acts, each with its moment."""
    moments = rng.choices(list(WEIGHTS), list(WEIGHTS.values()), k=rng.randrange(14))
    return [(where, rng.choice(OF_MOMENT[where]).__name__, rng.randrange(1 << 30)) for where in moments]
