"""Chapter 3: a ledge to jump through, and a lift."""

import esper

from ecsphys import Box, Capsule, CharacterController, Collider, Physics, RigidBody, Transform

SPEED = 220
JUMP = 560


class Player:
    """Marks the hero."""


class Game:
    def __init__(self):
        self.keys = set()
        self.physics = Physics(gravity=(0, -1500))
        esper.add_processor(self.physics)
        self.build()

    def build(self):
        self.ground(-200, 1000)
        self.ground(1300, 1500)
        self.add_ledge(420, 80)
        self.add_lift(700, 20, 200)
        self.add_hero(0, 24)

    def ground(self, left, right, top=0):
        place = Transform((left + right) / 2, top - 100)
        return esper.create_entity(place, Collider(Box(right - left, 200)))

    def add_ledge(self, x, y):
        shape = Collider(Box(160, 12), one_way=(0, 1))  # solid for what comes from above
        return esper.create_entity(Transform(x, y), shape)

    def add_lift(self, x, low, high):
        body = RigidBody.kinematic(velocity=(0, 80))
        place = Transform(x, low)
        lift = esper.create_entity(place, body, Collider(Box(120, 16)))

        @self.physics.before_step
        def turn_round(dt):
            if not low <= place.y <= high:
                body.velocity = (0, 80 if place.y < low else -80)

        return lift

    def add_hero(self, x, y):
        self.place = Transform(x, y)
        self.hero = CharacterController()
        body = Collider(Capsule(48, 12))
        esper.create_entity(self.place, RigidBody.kinematic(), body, self.hero, Player())

    def press(self, name):
        self.keys.add(name)
        if name == "jump":
            self.hero.jump(JUMP)
        elif name == "drop":
            self.hero.drop()  # through the ledge below

    def release(self, name):
        self.keys.discard(name)
        if name == "jump":
            self.hero.release_jump()

    def update(self, dt):
        direction = ("right" in self.keys) - ("left" in self.keys)
        self.hero.move((SPEED * direction, 0))
        esper.process(dt)

    def focus(self):
        return self.place.interpolated[0], 200

    def status(self):
        return "on the floor" if self.hero.on_floor else "in the air"


if __name__ == "__main__":
    from window import run

    run(Game())
