"""
Explosion with cover
====================

Click to set off a charge. ``explode`` pushes by the outline that faces the centre, and says who was hit, how
hard and where. With ``cover=True`` walls spare what is behind them. **Try** ``impulse=-30000``.
"""

import arcade
import esper

from ecsphys import Box, Collider, Physics, RigidBody, Transform
from ecsphys.arcade import Paint, ShapeDraw, bind

RADIUS, WOOD, HIT = 420, (206, 156, 100), (255, 111, 105)
WALLS = [(250, 120, 24, 160), (530, 120, 24, 160), (390, 212, 304, 24), (900, 140, 24, 200)]


class Explosion(arcade.View):
    def __init__(self):
        super().__init__(background_color=(24, 27, 36))
        self.physics = Physics(gravity=(0, -900))
        esper.add_processor(self.physics)
        self.shapes, self.blasts, self.place, self.age = ShapeDraw(self.physics), [], (0, 0), 1
        esper.create_entity(Transform(640, 20), Collider(Box(4000, 40), friction=0.8))
        for x, y, width, height in WALLS:
            esper.create_entity(Transform(x, y), Collider(Box(width, height)))
        for x in (*range(290, 500, 40), *range(580, 860, 40), *range(940, 1200, 40)):
            for y in range(57, 180, 34):
                crate = Collider(Box(34, 34), friction=0.6), Paint(WOOD)
                esper.create_entity(Transform(x, y), RigidBody(), *crate)

    def on_mouse_press(self, x, y, button, modifiers):
        self.place, self.age = (x, y), 0
        self.blasts = self.physics.explode((x, y), RADIUS, impulse=30000, cover=True)
        for blast in self.blasts:
            esper.component_for_entity(blast.entity, Paint).color = HIT

    def on_draw(self):
        self.clear()
        self.shapes.draw()
        self.age += 1 / 60
        if self.age < 0.3:
            arcade.draw_circle_filled(*self.place, RADIUS * self.age / 0.3, (255, 222, 110, 60))
            for blast in self.blasts:
                arcade.draw_line(*self.place, *blast.point, (255, 222, 110), 2)


if __name__ == "__main__":
    window = arcade.Window(title="Explosion with cover")
    window.show_view(Explosion())
    bind(window)
    arcade.run()
