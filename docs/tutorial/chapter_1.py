"""Chapter 1: a ball falls."""

import esper

from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform


class Game:
    def __init__(self):
        self.physics = Physics(gravity=(0, -1500))  # pixels per second squared
        esper.add_processor(self.physics)
        esper.create_entity(Transform(400, -100), Collider(Box(1200, 200)))  # the ground: no RigidBody
        self.ball = Transform(400, 300)
        esper.create_entity(self.ball, RigidBody(), Collider(Circle(20), restitution=0.6))

    def update(self, dt):
        esper.process(dt)

    def press(self, name):
        pass

    def release(self, name):
        pass

    def focus(self):
        return 400, 200

    def status(self):
        return f"{self.physics.step_count} steps"


if __name__ == "__main__":
    from window import run

    run(Game())
