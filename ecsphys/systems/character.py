"""Characters."""

from __future__ import annotations

from typing import Any

import esper
import numpy as np
import numpy.typing as npt

from ..character.motion import move_characters, skin_of
from ..character.neighbours import Crowd, Neighbours
from ..character.planes import PLANE
from ..character.records import CHARACTER_WIDTH, MOST_PLANES, NONE
from ..character.store import Characters
from ..compile import records
from ..contacts.pair_update import update_pairs
from ..ecs.components import CharacterController, Collider, RigidBody
from ..ecs.components.row import refuse_owner
from ..spatial.pair_keys import pair_keys
from ..spatial.proxies import proxies_of
from ..world.bodies import KINDS, KINEMATIC, WIDTH
from ..world.waking import update_awake
from .system import PhysicsSystem, StepOwner

_NOBODY = np.zeros(0, np.int64)
_AROUND = 2.0  # typical objects: as far around a character filters are asked


class CharacterSystem(PhysicsSystem):
    """Moves characters, when all other bodies have moved.

    So a platform carries them in the same step, they meet everything where it will be drawn, and
    the collision list finds their touches like anybody's.
    """

    def __init__(self) -> None:
        self._held: dict[int, CharacterController] = {}
        self._told: set[int] = set()  # entities whose contacts know that a character is in them
        self._again = False  # some body becomes kinematic with the next step
        self._found: Any = []  # esper's answer at the last look
        self._order = np.zeros(0, np.int64)  # rows of those that have a body, lowest first
        self._of_body = np.zeros(0, np.int64)
        self._ids = np.zeros(64, np.int64)
        self._planes = records(MOST_PLANES, PLANE)

    def attach(self, physics: StepOwner) -> None:
        """Belong to a Physics from now on."""
        super().attach(physics)
        self._characters = Characters(physics.simulation.settings.length_unit)

    def begin(self) -> None:
        """Take in the controllers that came and went, and the bodies they have now.

        Raises `ValueError` for a controller of two entities, or of a body that is not kinematic or not
        of one convex shape.
        """
        found = esper.get_component(CharacterController)
        self._characters.esper_world = self.world.bodies.esper_world
        if found is not self._found:
            if found != self._found:
                self._take_in(dict(found))
            elif len(self._order) < len(self._held):
                self._bind()  # some wait for their bodies
            self._found = found
        if self._held:
            if self._again or not self._is_bound():
                self._bind()
            self._wake_pushable()
            self._launch()

    def _take_in(self, now: dict[int, CharacterController]) -> None:
        """Give rows to new controllers, and let go of those that are gone."""
        gone = [entity for entity, one in self._held.items() if now.get(entity) is not one]
        leaving = {id(self._held[entity]) for entity in gone}
        owners: dict[int, int] = {}
        for entity, one in sorted(now.items()):
            other = owners.setdefault(id(one), entity)
            if other == entity and id(one) not in leaving:
                other = one._entity or entity
            if other != entity or one._home not in (None, self._characters.esper_world):
                where = (
                    f" in the esper world {one._home!r}" if one._home != self._characters.esper_world else ""
                )
                refuse_owner(one, entity, other, where)
        for entity in gone:
            self._release(entity)
        for entity, one in sorted(now.items()):
            if entity not in self._held:
                if one._entity != 0:  # this system has replaced the one that had it
                    one._release()
                one._adopt(self._characters, self._characters.take(), entity)
                self._held[entity] = one
        self._bind()

    def _release(self, entity: int) -> None:
        """Let go of a controller; its body, if it is still there, stops."""
        self._held.pop(entity)._release()
        self._told.discard(entity)
        row = self.world.row_of(entity)
        if row != NONE:
            for name in ("skin", "carried_vx", "carried_vy", "floor", "inverse_mass", "vx", "vy"):
                self.world.bodies.rows[name][row] = 0.0

    def _is_bound(self) -> bool:
        """Whether every character still has the body that it had, as it was."""
        bodies, characters, order = self.world.bodies.rows, self._characters.rows, self._order
        if len(self._of_body) != len(bodies):
            return False
        rows = characters["body"][order]
        same = (bodies["entity"][rows] == characters["entity"][order]) & (bodies["skin"][rows] > 0.0)
        return bool(same.all())

    def _bind(self) -> None:
        """Find the body of every character, and check it."""
        world, characters = self.world, self._characters
        order = []
        self._again = False
        self._of_body = np.full(len(world.bodies.rows), NONE, np.int64)
        for entity, one in sorted(self._held.items()):
            row = one._at // CHARACTER_WIDTH
            body = world.row_of(entity)
            characters.rows["body"][row] = body
            if body != NONE and self._is_kinematic(entity, body):
                characters.rows["body_mass"][row] = _mass(entity)
                world.bodies.rows["skin"][body] = skin_of(one.skin, self.physics.context)
                self._of_body[body] = row
                self._tell_contacts(entity, body)
                order.append(row)
        self._order = np.array(order, np.int64)

    def _is_kinematic(self, entity: int, body: int) -> bool:
        """Whether a character's body can move: from the next step on, if it has no RigidBody but was there.

        Raises `ValueError` for a body of another kind.
        """
        world = self.world
        kind = int(world.bodies.rows["kind"][body])
        if kind == KINEMATIC:
            return True
        if esper.has_component(entity, RigidBody):
            raise ValueError(
                f"a CharacterController needs RigidBody.kinematic(), entity {entity} is {KINDS[kind]}"
            )
        if body not in world.new_bodies:
            world.bodies.mark_changed(body * WIDTH)
            self._again = True
            return False
        world.bodies.rows["kind"][body] = KINEMATIC
        shape = int(world.bodies.rows["first_shape"][body])
        while shape != NONE:
            world.shapes.filters["mobile"][shape] = 1
            shape = world.shapes.next_shape_of(shape)
        return True

    def _wake_pushable(self) -> None:
        """Those that may be pushed take part in every step: the solver moves nothing that sleeps."""
        characters, awake = self._characters.rows, self.world.bodies.rows["awake"]
        rows = characters["body"][self._order[characters["pushable"][self._order] == 1]]
        if len(rows) and not awake[rows].all():
            awake[rows] = 1
            self.world.awake_stale = True

    def _launch(self) -> None:
        """A body that was given another velocity than its last step left it flies off with that."""
        characters, bodies, order = self._characters.rows, self.world.bodies.rows, self._order
        rows = characters["body"][order]
        vx, vy = bodies["vx"][rows], bodies["vy"][rows]
        given = (vx != characters["real_vx"][order]) | (vy != characters["real_vy"][order])
        given &= np.isfinite(vx + vy)  # else the step is refused anyway
        for row, body in zip(order[given].tolist(), rows[given].tolist(), strict=True):
            for name, value in (("vx", "vx"), ("drift", "vx"), ("vy", "vy")):
                characters[name][row] = bodies[value][body]
            characters["launched"][row] = 1

    def _tell_contacts(self, entity: int, body: int) -> None:
        """Have the contacts made anew of a body that was there before its controller."""
        if entity not in self._told:
            self._told.add(entity)
            if body not in self.world.new_bodies:
                self.world.bodies.mark_changed(body * WIDTH)

    def run(self) -> None:
        """Move all characters."""
        if len(self._order) == 0:
            return
        world, characters, context = self.world, self._characters, self.physics.context
        update_pairs(world, context)
        shapes, bodies, proxies = world.shapes, world.bodies.rows, proxies_of(world)
        crowd = Crowd(characters.rows, self._of_body, shapes.filters, shapes.fat, self._barred())
        done, moved, woken = 0, world.moved_count, 0
        while done < len(self._order):
            near = Neighbours(bodies, shapes.rows, shapes.turned, shapes.tight, self._ids)
            done, room, moved, more = move_characters(
                near, crowd, characters.hits, self._planes, self._order, world.index.tree, proxies, context,
                done, moved,
            )  # fmt: skip
            woken += more
            if room > 0:
                self._ids = np.zeros(2 * room, np.int64)
        world.moved_count = moved
        if woken:
            world.awake_stale = True
            update_awake(world)

    def _barred(self) -> npt.NDArray[np.int64]:
        """The keys of pairs of shapes around characters that a game's filters, or `ignore`, let pass."""
        world = self.world
        if world.filter_pairs is None:
            return _NOBODY
        found = [_NOBODY]
        for row in self._characters.rows["body"][self._order].tolist():
            own = int(world.bodies.rows["first_shape"][row])
            if own == NONE:
                continue
            reach = _AROUND * self._characters.unit
            lx, ly, ux, uy = world.shapes.fat[own]
            near = world.index.query(lx - reach, ly - reach, ux + reach, uy + reach, world.shapes.fat)
            near = near[world.shapes.rows["body"][near] != row]
            found.append(pair_keys(near, own))
        keys = np.unique(np.concatenate(found))
        return np.setdiff1d(keys, world.filter_pairs(keys), assume_unique=True)


def _mass(entity: int) -> float:
    """The mass that a character's shape has. Raises `ValueError` unless it is one convex shape."""
    collider = esper.try_component(entity, Collider)
    if collider is None:
        return 0.0
    shapes = collider.shapes
    if len(shapes) != 1 or len(shapes[0].cores) != 1:
        raise ValueError(
            f"a CharacterController needs a Collider of one convex shape, entity {entity} has {collider!r}"
        )
    return float(shapes[0].area * collider.density)
