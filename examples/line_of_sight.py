"""
Line of sight
=============

The mouse carries a lamp, and guards turn red when they see it. ``raycast_many`` casts 720 rays in one call,
``raycast`` answers for a pair. **Try** a ``mask`` that lets light pass through some of the walls.
"""

import math

import arcade
import esper
import numpy as np

from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform, Vec2
from ecsphys.arcade import Paint, ShapeDraw

ANGLES = np.linspace(0, math.tau, 721)
RAYS = 1500 * np.column_stack([np.cos(ANGLES), np.sin(ANGLES)])
CALM, ALARMED, LIGHT = (92, 184, 255), (255, 90, 80), (255, 222, 110, 60)


class Guard: ...


class LineOfSight(arcade.View):
    def __init__(self):
        super().__init__(background_color=(16, 18, 26))
        self.physics = Physics()
        esper.add_processor(self.physics)
        self.shapes, self.lamp = ShapeDraw(self.physics), Vec2(640, 360)
        for i in range(14):
            place = Transform(140 + 170 * (i % 7), 200 + 320 * (i // 7), 0.7 * i)
            body = RigidBody.kinematic(angular_velocity=0.2 * (i % 3))
            esper.create_entity(place, body, Collider(Box(110, 26)), Paint((84, 94, 116)))
        for x, y in ((80, 360), (400, 80), (420, 640), (860, 70), (900, 650), (1200, 360)):
            esper.create_entity(Transform(x, y), Collider(Circle(16)), Paint(CALM), Guard())

    def on_mouse_motion(self, x, y, dx, dy):
        self.lamp = Vec2(x, y)

    def on_update(self, dt):
        esper.process(dt)
        for guard, (_, place, paint) in esper.get_components(Guard, Transform, Paint):
            hidden = self.physics.raycast(place.position, self.lamp, ignore=guard)
            paint.color = CALM if hidden else ALARMED

    def on_draw(self):
        self.clear()
        hits = self.physics.raycast_many(RAYS * 0 + self.lamp, RAYS + self.lamp)
        ends = RAYS * hits.fraction[:, None] + self.lamp
        fan = np.stack([ends, RAYS * 0 + self.lamp], axis=1).reshape(-1, 2).tolist()
        arcade.shape_list.create_triangles_strip_filled_with_colors(fan, [LIGHT] * len(fan)).draw()
        self.shapes.draw()


if __name__ == "__main__":
    arcade.Window(title="Line of sight").show_view(LineOfSight())
    arcade.run()
