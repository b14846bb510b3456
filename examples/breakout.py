"""
Breakout that never loses energy
================================

The mouse moves the paddle, the top of a large disc: where the ball meets it decides where it goes.

``restitution=1``, ``friction=0`` and ``restitution_threshold=0`` (else slow bounces end in rest) make a world
without losses: after hours the ball is as fast as at the start, to nine digits. **Try** ``friction=0.5``.
"""

import arcade
import esper

from ecsphys import COLLISION_BEGIN, Box, Circle, Collider, Physics, RigidBody, Transform, on
from ecsphys.arcade import Paint, ShapeDraw, bind

SPEED = 700
ELASTIC = {"restitution": 1, "friction": 0}
ROWS = [(255, 111, 105), (255, 176, 72), (255, 222, 110), (120, 214, 150), (92, 184, 255)]


class Brick: ...


class Breakout(arcade.View):
    def __init__(self):
        super().__init__(background_color=(24, 27, 36))
        self.physics = Physics(restitution_threshold=0)
        esper.add_processor(self.physics)
        self.shapes = ShapeDraw(self.physics)
        for x, y, width, height in ((5, 360, 10, 720), (1275, 360, 10, 720), (640, 715, 1280, 10)):
            esper.create_entity(Transform(x, y), Collider(Box(width, height), **ELASTIC))
        for row, color in enumerate(ROWS):
            for x in range(70, 1240, 95):
                brick = Collider(Box(88, 30), **ELASTIC)
                esper.create_entity(Transform(x, 640 - 38 * row), brick, Brick(), Paint(color))
        self.paddle = Transform(640, -250)
        esper.create_entity(self.paddle, RigidBody.kinematic(), Collider(Circle(300), **ELASTIC))
        self.ball, self.body = Transform(640, 250), RigidBody(velocity=(0.6 * SPEED, 0.8 * SPEED))
        esper.create_entity(self.ball, self.body, Collider(Circle(12), **ELASTIC), Paint((250, 250, 250)))
        on(COLLISION_BEGIN, Brick)(lambda event, entity, brick, ball: self.physics.despawn(entity))

    def on_mouse_motion(self, x, y, dx, dy):
        self.paddle.x = x  # a teleport: it steers the ball, and does not hit it

    def on_draw(self):
        if self.ball.y < -20:  # lost: play on from the middle
            self.ball.position = 640, 300
        self.clear()
        self.shapes.draw()


if __name__ == "__main__":
    window = arcade.Window(title="Breakout")
    window.show_view(Breakout())
    bind(window)
    arcade.run()
