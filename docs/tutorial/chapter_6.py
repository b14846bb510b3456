"""Chapter 6: a bridge, crates, water."""

import esper

import ecsphys
from ecsphys import (
    COLLISION_BEGIN,
    TRIGGER_ENTER,
    Area,
    Box,
    Capsule,
    CharacterController,
    Circle,
    Collider,
    Physics,
    RigidBody,
    Transform,
    presets,
)

SPEED = 220
JUMP = 560
BOTTOM = -180  # below it the hero is lost


class Player:
    """Marks the hero."""

    coins = 0


class Coin:
    """Marks what can be collected."""


class Slime:
    """Walks to and fro; `direction` is 1 or -1."""

    direction = -1


class Game:
    def __init__(self):
        self.keys = set()
        self.deaths = 0
        self.physics = Physics(gravity=(0, -1500))
        esper.add_processor(self.physics)
        self.build()

    def start_again(self):
        self.deaths += 1
        self.physics.reset()  # entities, handlers, functions of every step: all gone
        self.build()

    def build(self):
        self.ground(-200, 1000)
        self.ground(1300, 1500)
        self.ground(1800, 2600)
        presets.bridge((1000, -4), (1300, -4))
        for x, y in ((1340, 16), (1380, 16), (1360, 48)):
            self.add_crate(x, y)
        self.add_pool(1500, 1800)
        self.add_ledge(420, 80)
        self.add_lift(700, 20, 200)
        for x, y in ((200, 20), (380, 110), (460, 110), (700, 260), (900, 20), (1650, 60)):
            self.add_coin(x, y)
        self.add_slime(560, 12)
        self.add_hero(0, 24)
        self.add_rules()

    def add_rules(self):
        @ecsphys.on(TRIGGER_ENTER, Coin, Player)
        def take(event, coin, _, hero, player):
            player.coins += 1
            self.physics.despawn(coin)

        @ecsphys.on(COLLISION_BEGIN, Player, Slime)
        def meet(event, hero, _, slime, __):
            feet = self.place.y - 24
            if feet > esper.component_for_entity(slime, Transform).y:
                self.physics.despawn(slime)
                self.hero.launch((0, 400))
            else:
                self.start_again()

        self.physics.before_step(self.move_slimes)

    def add_slime(self, x, y):
        body = RigidBody.kinematic(), Collider(Box(32, 24)), CharacterController()
        return esper.create_entity(Transform(x, y), *body, Slime())

    def move_slimes(self, dt):
        for entity, (place, walk, slime) in esper.get_components(Transform, CharacterController, Slime):
            ahead = place.x + 20 * slime.direction
            ground = self.physics.raycast((ahead, place.y), (ahead, place.y - 40), ignore=entity)
            if walk.on_wall or (walk.on_floor and ground is None):
                slime.direction = -slime.direction
            walk.move((60 * slime.direction, 0))

    def add_crate(self, x, y, width=32, height=32, density=0.5):
        crate = Collider(Box(width, height), density=density)
        return esper.create_entity(Transform(x, y), RigidBody(), crate)

    def add_pool(self, left, right):
        middle = (left + right) / 2
        self.ground(left, right, top=-240)
        water = Collider(Box(right - left, 220), trigger=True)
        area = Area(density=1, linear_damping=1, angular_damping=2)
        esper.create_entity(Transform(middle, -130), water, area)
        self.add_crate(middle, -20, 260, 24)  # a raft

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
        if self.place.y < BOTTOM:
            self.start_again()

    def focus(self):
        return self.place.interpolated[0], 200

    def status(self):
        return f"{self.player.coins} coins, {self.deaths} deaths"


if __name__ == "__main__":
    from window import run

    run(Game())
