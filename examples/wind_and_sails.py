"""
Wind and sails
==============

The wind blows towards the mouse, harder the further that is from the middle. An ``Area`` with ``wind``
pushes each outline as much as it faces the wind. **Try** ``lift=0.5``, or ``drag=0``.
"""

import random

import arcade
import esper

from ecsphys import Area, Box, Chain, Collider, Physics, Polygon, RevoluteJoint, RigidBody, Transform, presets
from ecsphys.arcade import Paint, ShapeDraw, bind

YACHT = [Polygon([(-80, -12), (80, -12), (100, 12), (-80, 12)]), Polygon([(-6, 0), (6, 0), (0, 220)])]
SAIL, VANE = Polygon([(-70, 20), (-8, 20), (-8, 210)]), Polygon([(-80, -34), (-40, 0), (-80, 34)])


class WindAndSails(arcade.View):
    def __init__(self):
        super().__init__(background_color=(150, 200, 226))
        self.physics = Physics(gravity=(0, -900))
        esper.add_processor(self.physics)
        self.shapes, self.air = ShapeDraw(self.physics), Area(wind=(300, 40), drag=1)
        ice = Chain([(0, 40), (0, 900), (1280, 900), (1280, 40)], loop=True)  # clockwise: solid outside
        esper.create_entity(Transform(), Collider(ice, friction=0.02))
        for x in (180, 1100):
            esper.create_entity(Transform(x, 210), Collider(Box(10, 340), mask=0), Paint((120, 96, 80)))
            arrow = Collider([Box(140, 8), VANE], mask=2), Paint((240, 240, 235))
            vane = esper.create_entity(
                Transform(x, 380), RigidBody(gravity_scale=0, angular_damping=1), *arrow
            )
            esper.create_entity(RevoluteJoint(None, vane))
        yacht = Collider([*YACHT, SAIL], density=0.5, friction=0.02), Paint((255, 111, 105))
        self.yacht = esper.create_entity(Transform(500, 52), RigidBody(inertia=1e8), *yacht)
        esper.create_entity(Transform(640, 350), Collider(Box(6, 620), mask=0), Paint((120, 96, 80)))
        presets.rope((640, 640), (780, 640), thickness=10, density=0.4)  # a streamer
        for _ in range(40):
            place = Transform(random.uniform(20, 1260), random.uniform(60, 700), random.uniform(0, 6))
            leaf = Collider(Box(16, 5), density=0.6), Paint((206, 140, 60))
            esper.create_entity(place, RigidBody(angular_damping=1), *leaf)
        sky = Collider(Box(1280, 680), trigger=True, layer=3), Paint((255, 255, 255, 40))
        esper.create_entity(Transform(640, 380), *sky, self.air)

    def on_mouse_motion(self, x, y, dx, dy):
        self.air.wind = x - 640, y - 360

    def on_draw(self):
        self.clear()
        self.shapes.draw()
        wind = 0.2 * self.air.wind
        arcade.draw_line(640, 690, 640 + wind.x, 690 + wind.y, arcade.color.WHITE, 4)


if __name__ == "__main__":
    arcade.Window(title="Wind and sails").show_view(WindAndSails())
    bind(arcade.get_window())
    arcade.run()
