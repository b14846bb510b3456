"""
Planets
=======

Gravity that falls with the square of the distance, as a field of force on arrays. Drag to throw a planet.
The integrator asks a field as often as it wants; ``"velocity_verlet"`` keeps orbits where they are.
**Try** ``integrator="explicit_euler"``, which spirals outwards, or a second sun.
"""

import math
from collections import deque

import arcade
import esper

from ecsphys import Circle, Collider, Physics, RigidBody, Transform, Vec2
from ecsphys.arcade import Paint, ShapeDraw, bind

SUN, PULL = Vec2(640, 360), 2e7


class Planets(arcade.View):
    def __init__(self):
        super().__init__(background_color=(12, 13, 24))
        self.physics = physics = Physics(integrator="velocity_verlet")
        esper.add_processor(physics)
        self.shapes, self.trail, self.start = ShapeDraw(physics), deque(maxlen=700), SUN
        esper.create_entity(Transform(*SUN), Collider(Circle(40)), Paint((255, 222, 110)))
        for i in range(5):
            away = Vec2(90 + 55 * i, 0).rotated(2.4 * i)
            self.throw(SUN + away, away.perpendicular.normalized() * math.sqrt(PULL / away.length), 7 + i)
        physics.after_step(lambda dt: self.trail.extend(physics.bodies[["x", "y"]].tolist()))

        @physics.add_field
        def attract(fields):
            x, y = fields.x - SUN.x, fields.y - SUN.y  # arrays, one number a body
            pull = PULL * fields.mass / (x**2 + y**2) ** 1.5
            fields.fx -= pull * x
            fields.fy -= pull * y

    def throw(self, place, velocity, radius=8):
        esper.create_entity(Transform(*place), RigidBody(velocity=velocity), Collider(Circle(radius)))

    def on_mouse_press(self, x, y, button, modifiers):
        self.start = Vec2(x, y)

    def on_mouse_release(self, x, y, button, modifiers):
        self.throw(self.start, 2 * (Vec2(x, y) - self.start))

    def on_draw(self):
        self.clear()
        arcade.draw_points(self.trail, (138, 146, 190, 110), 3)
        self.shapes.draw()


if __name__ == "__main__":
    window = arcade.Window(title="Planets")
    window.show_view(Planets())
    bind(window)
    arcade.run()
