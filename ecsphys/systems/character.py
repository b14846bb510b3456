"""The system that moves characters."""

from __future__ import annotations

from typing import Any, ClassVar

import esper
import numpy as np

from ..arrays import FREE, Ints
from ..character.motion import move_characters, skin_of
from ..character.neighbours import Crowd, Neighbours
from ..character.planes import PLANE
from ..character.records import MOST_PLANES
from ..ecs.components import CharacterController, Collider, RigidBody
from ..ecs.components.character_table import Characters
from ..spatial.proxies import proxies_of
from ..world.bodies import KINDS, KINEMATIC, WIDTH
from .base_character import BaseCharacterSystem
from .component import ComponentSystem


class CharacterSystem(BaseCharacterSystem[CharacterController], ComponentSystem[CharacterController]):
    """Moves characters, when all other bodies have moved.

    So a platform carries them in the same step, they meet everything where it will be drawn, and the
    collision list finds their touches like those of other bodies.

    >>> import esper
    >>> from ecsphys import (
    ...     AABB, CharacterController, CharacterSystem, Collider, Physics, RigidBody, Transform
    ... )
    >>> class Look(CharacterSystem):
    ...     def run(self):
    ...         before = place.x
    ...         super().run()
    ...         print(before, place.x)
    ...
    >>> physics = Physics()
    >>> esper.add_processor(physics)
    >>> physics.replace(CharacterSystem, Look())
    >>> place, hero = Transform(), CharacterController("floating")
    >>> player = esper.create_entity(place, RigidBody.kinematic(), Collider(AABB(20, 20)), hero)
    >>> hero.move((60, 0))
    >>> esper.process(1 / 60)
    0.0 1.0
    """

    component = CharacterController
    _plane: ClassVar[np.dtype[Any]] = PLANE
    _most_planes = MOST_PLANES
    _stopped = ("skin", "carried_vx", "carried_vy", "floor", "inverse_mass", "vx", "vy")
    _velocities = (("vx", "real_vx", ("vx", "drift")), ("vy", "real_vy", ("vy",)))

    def __init__(self) -> None:
        super().__init__()
        self._contacts_renewed: set[int] = set()  # entities whose contacts were made anew for a character
        self._waits_for_kinematic = False  # some body becomes kinematic with the next step
        self._of_body = np.zeros(0, np.int64)

    def make_table(self) -> Characters[CharacterController]:
        """Return the table of characters."""
        simulation = self.simulation
        return Characters(CharacterController, simulation.settings.length_unit, simulation.clock)

    def _prepare(self) -> None:
        """Take in what has happened to the bodies of characters since the last step."""
        self._wake_pushable()
        super()._prepare()

    def released(self, entity: int) -> None:
        """Stop the body of an entity that lost its controller, if it is still there."""
        self._contacts_renewed.discard(entity)
        super().released(entity)

    def is_stale(self) -> bool:
        """Whether some character waits for a body, or may have another one than it is bound to."""
        if self._waits_for_kinematic or not self._is_bound():
            return True
        return len(self.order) < len(self.table.members) and super().is_stale()

    def _is_bound(self) -> bool:
        """Whether every character still has the body that it had, as it was."""
        return len(self._of_body) == len(self.world.bodies.rows) and super()._is_bound()

    def bind_bodies(self) -> None:
        """Find the body of every character, and check it."""
        self._waits_for_kinematic = False
        self._of_body = np.full(len(self.world.bodies.rows), FREE, np.int64)
        super().bind_bodies()

    def accept(self, entity: int, component: CharacterController, row: int, body: int) -> bool:
        """Prepare a character and its body; returns False while the body is not kinematic yet."""
        if not self._is_kinematic(entity, body):
            return False
        self.table.rows["body_mass"][row] = _mass(entity)
        self.world.bodies.rows["skin"][body] = skin_of(component.skin, self.simulation.context)
        self._of_body[body] = row
        self._renew_contacts(entity, body)
        return True

    def _is_kinematic(self, entity: int, body: int) -> bool:
        """Whether a character's body can move; one without RigidBody can from the next step on.

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
            self._waits_for_kinematic = True
            return False
        world.bodies.rows["kind"][body] = KINEMATIC
        world.shapes.filters["mobile"][world.shapes_of_body(body)] = 1
        return True

    def _wake_pushable(self) -> None:
        """Keep pushable characters awake: the solver moves nothing that sleeps."""
        characters, awake = self.table.rows, self.world.bodies.rows["awake"]
        rows = characters["body"][self.order[characters["pushable"][self.order] == 1]]
        if len(rows) and not awake[rows].all():
            awake[rows] = 1
            self.world.awake_stale = True

    def _renew_contacts(self, entity: int, body: int) -> None:
        """Have the contacts made anew of a body that was there before its controller."""
        if entity not in self._contacts_renewed:
            self._contacts_renewed.add(entity)
            if body not in self.world.new_bodies:
                self.world.bodies.mark_changed(body * WIDTH)

    def _move(self, order: Ints, barred: Ints, first: int, moved: int) -> tuple[int, int, int, int]:
        """Call the kernel that moves characters from `order[first]` on; returns what it returns."""
        world, characters = self.world, self.table
        shapes, bodies = world.shapes, world.bodies.rows
        answer: tuple[int, int, int, int] = move_characters(
            Neighbours(bodies, shapes.rows, shapes.turned, shapes.tight, self._ids),
            Crowd(characters.rows, self._of_body, shapes.filters, shapes.fat, barred),
            characters.hits, self._planes, order, world.index.tree, proxies_of(world),
            self.simulation.context, first, moved,
        )  # fmt: skip
        return answer

    def _near(self, shape: int, reach: float) -> Ints:
        """Return the proxies within `reach` of a shape's fat box."""
        fat = self.world.shapes.fat
        lx, ly, ux, uy = fat[shape]
        found: Ints = self.world.index.query(lx - reach, ly - reach, ux + reach, uy + reach, fat)
        return found


def _mass(entity: int) -> float:
    """Return the mass of a character's shape. Raises `ValueError` unless it is one convex shape."""
    collider = esper.try_component(entity, Collider)
    if collider is None:
        return 0.0
    shapes = collider.shapes
    if len(shapes) != 1 or len(shapes[0].cores) != 1:
        raise ValueError(
            f"a CharacterController needs a Collider of one convex shape, entity {entity} has {collider!r}"
        )
    return float(shapes[0].area * collider.density)
