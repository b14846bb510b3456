"""Chapter 2: a hero runs and jumps."""

import esper

from ecsphys import Box, Capsule, CharacterController, Collider, Physics, RigidBody, Transform

SPEED = 220  # pixels per second
JUMP = 560  # rises JUMP² / (2 · 1500) = 105 pixels


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
        self.place = Transform(0, 24)
        self.hero = CharacterController()
        body = Collider(Capsule(48, 12))  # 48 from tip to tip
        esper.create_entity(self.place, RigidBody.kinematic(), body, self.hero, Player())

    def ground(self, left, right, top=0):
        place = Transform((left + right) / 2, top - 100)
        return esper.create_entity(place, Collider(Box(right - left, 200)))

    def press(self, name):
        self.keys.add(name)
        if name == "jump":
            self.hero.jump(JUMP)  # as soon as it may

    def release(self, name):
        self.keys.discard(name)
        if name == "jump":
            self.hero.release_jump()  # a tap is a low jump

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
