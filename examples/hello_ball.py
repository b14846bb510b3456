"""
Hello ball
==========

A ball falls, bounces and comes to rest. Click, and another one falls from there.

Everything that physics needs is three components: where (``Transform``), how it moves (``RigidBody``) and
what it is made of (``Collider``). A collider without a body stands still. **Try** ``restitution=0.95``,
another ``gravity``, or ``Box(48, 48)`` in place of the circle.
"""

import arcade
import esper

from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform
from ecsphys.arcade import ShapeDraw, bind


class HelloBall(arcade.View):
    def __init__(self):
        super().__init__(background_color=(24, 27, 36))
        self.physics = Physics(gravity=(0, -900))  # pixels per second squared
        esper.add_processor(self.physics)
        self.shapes = ShapeDraw(self.physics)
        esper.create_entity(Transform(640, 40), Collider(Box(1280, 80)))
        esper.create_entity(Transform(900, 80, angle=0.3), Collider(Box(400, 40)))
        self.drop(640, 600)

    def drop(self, x, y):
        ball = Collider(Circle(30), restitution=0.7)
        return esper.create_entity(Transform(x, y), RigidBody(), ball)

    def on_mouse_press(self, x, y, button, modifiers):
        self.drop(x, y)

    def on_draw(self):
        self.clear()
        self.shapes.draw()


if __name__ == "__main__":
    window = arcade.Window(1280, 720, "Hello ball")
    window.show_view(HelloBall())
    bind(window)  # every frame runs the fixed steps that are due
    arcade.run()
