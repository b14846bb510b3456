"""Soak: small worlds in which everything comes and goes, for millions of steps, in memory that stays flat.

`python -m tests.fuzz.soak 10000000` runs as many steps and prints the resident memory after every 2 %;
it exits with 1 if that grows by more than 1 MB after the first fifth. `python -m tests.fuzz.soak 0 10000`
makes and drops as many `Physics`, a third of them with three threads, a third with a filter that raises.
"""

from __future__ import annotations

import ctypes
import gc
import itertools
import os
import random
import sys
import threading
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from weakref import ref

import esper
import numpy as np

import ecsphys
from ecsphys import (
    Box,
    Capsule,
    Chain,
    CharacterController,
    Circle,
    Collider,
    Listener,
    Physics,
    Polygon,
    Projectile,
    RayCaster,
    RigidBody,
    Segment,
    Transform,
)

STEP = 1 / 60
HALF = 120.0  # half of the width of the room in which all happens
CROWD = 4
PAUSE = 8  # steps between two changes
SOLID = (Circle(8), Box(24, 12), Capsule(24, 6), Polygon([(-9, -6), (9, -6), (0, 9)], radius=1))
PARTS = (Circle(5, (-7, 0)), Box(8, 8), Circle(5, (7, 0)))
ROOM = Chain([(-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF)], loop=True)
LEDGES = (Chain([(-40, 0), (0, 6), (40, 0)]), Segment((-30, 0), (30, 0)), Box(60, 6))
EVENTS = (ecsphys.COLLISION_BEGIN, ecsphys.COLLISION_END, ecsphys.TRIGGER_ENTER, ecsphys.PROJECTILE_HIT)
STARTS, ENDS = np.zeros((3100, 2)), np.full((3100, 2), 50.0)
MB = 1 << 20
_worlds = itertools.count()


class Oops(Exception):
    """Raised by a handler or a hook now and then."""


class Soak:
    """A world of its own that changes in one way, chosen at random, before each step."""

    def __init__(self, seed: int, **options: Any):
        self.name = f"soak {next(_worlds)}"
        esper.switch_world(self.name)
        self.random = random.Random(seed)
        self.physics = Physics(gravity=(0, -600), history=2, **options)
        esper.add_processor(self.physics)
        self.living: list[int] = []
        self.hooks: list[tuple[Callable[..., None], Callable[..., Any]]] = []  # how to remove, and what
        esper.create_entity(Transform(), Collider(ROOM))
        self.acts: tuple[Callable[[], None], ...] = (
            *[self.create] * 4, *[self.delete] * 2, self.despawn, self.shoot, self.shoot, self.recollide,
            self.recollide, self.reshape, self.toggle, self.push, self.push, self.teleport, self.query,
            self.query, self.hook, *[self.unhook] * 3, self.ignore, self.listen, self.bulk, self.sleep,
        )  # fmt: skip

    def run(self, steps: int) -> None:
        """Run as many steps, with a change before one in `PAUSE`."""
        esper.switch_world(self.name)
        choice, acts, process = self.random.choice, self.acts, esper.process
        for step in range(steps):
            if step % PAUSE == 0:
                choice(acts)()
            with suppress(Oops):
                process(STEP)

    def close(self) -> None:
        """Delete the world; nothing refers to its `Physics` then but this object."""
        esper.switch_world("default")
        esper.delete_world(self.name)

    # -- entities ------------------------------------------------------------------------------------

    def place(self) -> tuple[float, float]:
        """Return a point in the room."""
        return self.random.uniform(-100, 100), self.random.uniform(-100, 100)

    def any(self) -> int:
        """Return an entity that is alive, 0 if there is none."""
        while self.living:
            k = self.random.randrange(len(self.living))
            if esper.entity_exists(self.living[k]):
                return self.living[k]
            self.living[k] = self.living[-1]
            self.living.pop()
        return 0

    def collider(self) -> Collider:
        """Return a new collider of a body."""
        dice = self.random.randrange(8)
        if dice == 0:
            return Collider(PARTS)
        return Collider(self.random.choice(SOLID), trigger=dice == 1, restitution=0.4, layer=1 + dice % 2)

    def create(self) -> None:
        """Create a body, a ledge, a caster or a character."""
        if len(self.living) >= CROWD:
            self.delete()
            return
        dice, spot = self.random.randrange(10), Transform(*self.place(), self.random.random())
        if dice == 0:
            parts = [spot, Collider(self.random.choice(LEDGES))]
        elif dice == 1:
            parts = [spot, RayCaster((1, 0), 40)]
        elif dice == 2:
            character = CharacterController()
            parts = [
                Transform(*self.place()), RigidBody.kinematic(), Collider(Capsule(20, 6)), character
            ]  # fmt: skip
            character.velocity = (60, 0)
        else:
            parts = [spot, RigidBody(), self.collider()]
        self.living.append(esper.create_entity(*parts))

    def delete(self) -> None:
        """Delete an entity, at once or with the next `esper.process`."""
        if entity := self.any():
            esper.delete_entity(entity, immediate=self.random.random() < 0.7)
            self.living.remove(entity)

    def despawn(self) -> None:
        """Let the step delete an entity."""
        if entity := self.any():
            self.physics.despawn(entity)

    def shoot(self) -> None:
        """Fire a projectile, which is gone when it is spent."""
        body = RigidBody(velocity=(self.random.uniform(-9e3, 9e3), self.random.uniform(-9e3, 9e3)))
        mode = self.random.choice(("swept", "ray"))
        esper.create_entity(
            Transform(*self.place()), body, Collider(Circle(2)),
            Projectile(ricochet=2, max_distance=500, mode=mode, despawn=True),
        )  # fmt: skip

    # -- changes -------------------------------------------------------------------------------------

    def recollide(self) -> None:
        """Replace or remove a collider."""
        entity = self.any()
        if not entity or not esper.has_component(entity, RigidBody):
            return
        if esper.has_component(entity, CharacterController):
            return
        if self.random.random() < 0.2 and esper.has_component(entity, Collider):
            esper.remove_component(entity, Collider)
        else:
            esper.add_component(entity, self.collider())

    def reshape(self) -> None:
        """Give a collider another shape."""
        if entity := self.any():
            collider = esper.try_component(entity, Collider)
            if collider and esper.has_component(entity, RigidBody):
                collider.shape = self.random.choice(SOLID)

    def toggle(self) -> None:
        """Switch a collider off or on, or change its layers."""
        if (entity := self.any()) and (collider := esper.try_component(entity, Collider)):
            if self.random.random() < 0.5:
                collider.enabled = not collider.enabled
            else:
                collider.mask = self.random.choice((1, 3, ecsphys.ALL))

    def push(self) -> None:
        """Throw a body, at times as a bullet."""
        if (entity := self.any()) and (body := esper.try_component(entity, RigidBody)):
            body.velocity = self.random.uniform(-900, 900), self.random.uniform(-900, 900)
            body.continuous = self.random.choice(("auto", "bullet"))

    def teleport(self) -> None:
        """Put an entity elsewhere."""
        if entity := self.any():
            esper.component_for_entity(entity, Transform).position = self.place()

    def sleep(self) -> None:
        """Put a body to sleep."""
        if (entity := self.any()) and (body := esper.try_component(entity, RigidBody)):
            body.sleep()

    def bulk(self) -> None:
        """Write all velocities at once."""
        self.physics.bodies["vx"] *= 0.5

    # -- questions, hooks, handlers ------------------------------------------------------------------

    def query(self) -> None:
        """Ask one of the queries, at times about an earlier step."""
        physics, a, b = self.physics, self.place(), self.place()
        dice = self.random.randrange(7)
        if dice == 0:
            physics.raycast_all(a, b, triggers=True)
        elif dice == 1:
            physics.shape_cast(SOLID[1], (*a, 0.3), (40, 10))
        elif dice == 2:
            physics.overlap_box(a, (a[0] + 30, a[1] + 30))
        elif dice == 3:
            physics.nearest(a, 50)
        elif dice == 4 and physics.step_count > 4:
            physics.raycast(a, b, at_step=physics.step_count - 1)
        elif dice == 5:
            physics.raycast_many([a, b], [b, a])
        else:
            [one.points for one in physics.collisions]

    def hook(self) -> None:
        """Add a hook or handler, of which there are at most three."""
        if len(self.hooks) >= 3:
            self.unhook()
        physics, dice = self.physics, self.random.randrange(7)
        if dice == 0:
            self.hooks.append((physics.off, physics.before_step(lambda dt: None)))
        elif dice == 1:
            self.hooks.append((physics.remove_filter, physics.add_filter(lambda a, b: a + b != 7)))
        elif dice == 2:
            self.hooks.append(
                (physics.remove_contact_hook, physics.add_contact_hook(lambda contact: self.touched(contact)))
            )
        elif dice == 3:
            self.hooks.append((physics.off, physics.add_field(lambda fields: push_up(fields))))
        elif dice == 4:
            stream = physics.stream(self.random.choice(EVENTS))
            self.hooks.append((lambda held: None, lambda: stream))
        elif dice == 5:
            name = self.random.choice(EVENTS)
            handler = lambda event: self.heard(event)  # noqa: E731
            esper.set_handler(name, handler)
            self.hooks.append((lambda held, name=name: esper.remove_handler(name, held), handler))
        else:
            self.hooks.append((ecsphys.off, ecsphys.on(self.random.choice(EVENTS))(lambda event: None)))

    def unhook(self) -> None:
        """Remove a hook or handler."""
        if self.hooks:
            remove, function = self.hooks.pop(self.random.randrange(len(self.hooks)))
            remove(function)

    def touched(self, contact: Any) -> None:
        """Change a contact; raise now and then."""
        contact.friction = 0.1
        if self.random.random() < 0.01:
            raise Oops

    def heard(self, event: Any) -> None:
        """Delete an entity of an event, or raise, now and then."""
        dice = self.random.random()
        if dice < 0.05:
            raise Oops
        if dice < 0.2:
            for entity in event.entities:
                if entity in self.living and esper.entity_exists(entity):
                    esper.delete_entity(entity, immediate=True)

    def ignore(self) -> None:
        """Part two entities for a while."""
        a, b = self.any(), self.any()
        if a and b and a != b:
            self.physics.ignore(a, b, self.random.choice((None, 0.1)))

    def listen(self) -> None:
        """Give an entity a Listener, or take it away."""
        if entity := self.any():
            if esper.has_component(entity, Listener):
                esper.remove_component(entity, Listener)
            else:
                esper.add_component(entity, Listener(on_collision_begin=lambda me, other, event: None))


def push_up(fields: Any) -> None:
    """A field of force."""
    fields.fy += 50.0 * fields.mass


def resident() -> int:
    """Return the resident memory of this process in bytes (Linux), without what malloc keeps for later."""
    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * 4096


def handles() -> tuple[int, int]:
    """Return the numbers of threads and of open files of this process (Linux)."""
    return threading.active_count(), len(os.listdir("/proc/self/fd"))


def options_of(seed: int) -> dict[str, Any]:
    """Return the settings of a world."""
    return {"broad_phase": ("quadtree", "sweep_and_prune", "brute_force")[seed % 3]}


def soak(steps: int, worlds: int = 4) -> int:
    """Run `steps` steps in several worlds by turns; return how far resident memory grew after the warm-up.

    In every fiftieth of the steps one world is dropped, and a new one takes its place.
    """
    begin, part, seeds = time.monotonic(), steps // 50, itertools.count()
    running = [Soak(seed, **options_of(seed)) for seed in itertools.islice(seeds, worlds)]
    sizes = []
    for k in range(50):
        for one in running:
            one.run(part // worlds)
        running[k % worlds].close()
        running[k % worlds] = Soak(seed := next(seeds), **options_of(seed))
        sizes.append(resident())
        print_state(f"{(k + 1) * part} steps", begin, sizes[-1])
    return max(sizes[10:]) - sizes[9]


def drop_one(number: int) -> ref[Physics]:
    """Make a `Physics`, use it, with threads or until a hook raises, and drop it; return a weak reference."""
    esper.switch_world(f"dropped {number}")
    kind = number % 3
    physics = Physics(gravity=(0, -600), threads=3 if kind == 1 else 1, history=kind)
    esper.add_processor(physics)
    esper.create_entity(Transform(), Collider(ROOM))
    for x in (0, 10):
        heard = Listener(on_collision_begin=lambda me, other, event: physics)  # a cycle
        esper.create_entity(Transform(x, -110), RigidBody(), Collider(Circle(8)), heard)
    if kind == 2:
        physics.add_filter(refuse)
    for _ in range(2):
        with suppress(Oops):
            esper.process(STEP)
    physics.raycast_many(STARTS, ENDS)  # enough to be shared among threads
    esper.switch_world("default")
    esper.delete_world(f"dropped {number}")
    return ref(physics)


def refuse(a: int, b: int) -> bool:
    """A filter that raises."""
    raise Oops


def drop(count: int) -> int:
    """Make and drop as many `Physics`; return how far resident memory grew after the first fifth."""
    begin, part = time.monotonic(), max(1, count // 50)
    sizes: list[int] = []
    for number in range(count):
        drop_one(number)
        if number % part == part - 1:
            sizes.append(resident())
            print_state(f"{number + 1} Physics", begin, sizes[-1])
    return max(sizes[len(sizes) // 5 :]) - sizes[len(sizes) // 5 - 1]


def print_state(done: str, begin: float, size: int) -> None:
    """Print what was done, and what this process holds."""
    threads, files = handles()
    print(
        f"{done:>16} {time.monotonic() - begin:6.0f} s  {size / MB:8.2f} MB, "
        f"{sys.getallocatedblocks()} blocks, {threads} threads, {files} files",
        flush=True,
    )


def main(steps: int, physics: int = 0) -> int:
    """Run the soak, and the drops; return the exit code."""
    grown = [soak(steps)] if steps else []
    grown += [drop(physics)] if physics else []
    for size in grown:
        print(f"grown by {size / MB:.2f} MB after the first fifth")
    return int(max(grown) > MB)


if __name__ == "__main__":
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sys.exit(main(*map(int, sys.argv[1:])))
