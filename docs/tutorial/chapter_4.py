"""Chapter 4: coins."""

import esper

import ecsphys
from ecsphys import (
    TRIGGER_ENTER,
    Box,
    Capsule,
    CharacterController,
    Circle,
    Collider,
    Physics,
    RigidBody,
    Transform,
)

SPEED = 220
JUMP = 560


class Player:
    """Marks the hero."""

    coins = 0


class Coin:
    """Marks what can be collected."""


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
        for x, y in ((200, 20), (380, 110), (460, 110), (700, 260), (900, 20)):
            self.add_coin(x, y)
        self.add_hero(0, 24)
        self.add_rules()

    def add_rules(self):
        @ecsphys.on(TRIGGER_ENTER, Coin, Player)
        def take(event, coin, _, hero, player):
            player.coins += 1
            self.physics.despawn(coin)

    def add_coin(self, x, y):
        return esper.create_entity(Transform(x, y), Collider(Circle(10), trigger=True), Coin())

    def ground(self, left, right, top=0):
        place = Transform((left + right) / 2, top - 100)
        return esper.create_entity(place, Collider(Box(right - left, 200)))

    def add_ledge(self, x, y):
        return esper.create_entity(Transform(x, y), Collider(Box(160, 12), one_way=(0, 1)))

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
        self.place, self.hero, self.player = Transform(x, y), CharacterController(), Player()
        body = Collider(Capsule(48, 12))
        esper.create_entity(self.place, RigidBody.kinematic(), body, self.hero, self.player)

    def press(self, name):
        self.keys.add(name)
        if name == "jump":
            self.hero.jump(JUMP)
        elif name == "drop":
            self.hero.drop()

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
        return f"{self.player.coins} coins"


if __name__ == "__main__":
    from window import run

    run(Game())
