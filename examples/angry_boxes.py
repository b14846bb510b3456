"""
Angry boxes
===========

Drag the red ball back and let go. What is hit hard enough breaks: ``COLLISION_HIT`` reports impacts above
``hit_speed``. The dots are what ``predict`` says. **Try** boxes of glass, ``hit_speed = 100``.
"""

import arcade
import esper

from ecsphys import COLLISION_HIT, Box, Circle, Collider, Physics, RigidBody, Transform, Vec2
from ecsphys.arcade import Paint, ShapeDraw, bind


class AngryBoxes(arcade.View):
    def __init__(self):
        super().__init__(background_color=(112, 176, 214))
        self.physics = Physics(gravity=(0, -900))
        esper.add_processor(self.physics)
        self.physics.hit_speed = 350
        self.shapes, self.aim, self.boxes = ShapeDraw(self.physics), Vec2(0, 0), set()
        esper.create_entity(Transform(640, 30), Collider(Box(3000, 60), friction=0.9), Paint((70, 128, 88)))
        for x in range(800, 1200, 110):
            for y in range(60, 500, 110):
                for dx, dy, width, height in ((-40, 45, 16, 90), (40, 45, 16, 90), (0, 100, 104, 20)):
                    wood = RigidBody(), Collider(Box(width, height), friction=0.8), Paint((206, 156, 100))
                    self.boxes.add(esper.create_entity(Transform(x + dx, y + dy), *wood))
        self.load()
        esper.set_handler(COLLISION_HIT, self.smash)

    def smash(self, event):
        for entity in self.boxes.intersection(event.entities):
            self.physics.despawn(entity)

    def load(self):
        self.body = RigidBody(gravity_scale=0)
        ball = Transform(220, 260), Collider(Circle(24), density=3, group=-1), Paint((226, 70, 66))
        self.ball = esper.create_entity(self.body, *ball)

    def on_mouse_drag(self, x, y, dx, dy, buttons, modifiers):
        self.aim = 8 * Vec2(220 - x, 260 - y)

    def on_mouse_release(self, x, y, button, modifiers):
        self.body.velocity, self.body.gravity_scale, self.aim = self.aim, 1, Vec2(0, 0)
        self.load()

    def on_draw(self):
        self.clear()
        self.shapes.draw()
        if self.aim.length:
            path = self.physics.predict(self.ball, 60, velocity=self.aim, gravity_scale=1)
            arcade.draw_points(path[::3, :2].tolist(), arcade.color.WHITE, 5)


if __name__ == "__main__":
    arcade.Window(title="Angry boxes").show_view(AngryBoxes())
    bind(arcade.get_window())
    arcade.run()
