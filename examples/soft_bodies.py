"""
Soft bodies
===========

Drag the jellies with the mouse. Any key drops another one.
Pins keep the length of the rim of a ``presets.soft_body``, and springs hold it out. **Try** ``hertz=2``.
"""

import arcade
import esper

from ecsphys import Box, Chain, Collider, Physics, RigidBody, Transform, presets
from ecsphys.arcade import Paint, ShapeDraw, bind

COLORS = [(255, 111, 105), (92, 184, 255), (120, 214, 150), (196, 146, 255), (255, 222, 110)]


class SoftBodies(arcade.View):
    def __init__(self):
        super().__init__(background_color=(24, 27, 36))
        self.physics = Physics(gravity=(0, -900))
        esper.add_processor(self.physics)
        self.shapes, self.grip = ShapeDraw(self.physics), presets.Grip(self.physics)
        room = Chain([(0, 20), (0, 2000), (1280, 2000), (1280, 20)], loop=True)  # clockwise: solid outside
        esper.create_entity(Transform(), Collider(room))
        for x, y, angle in ((330, 300, -0.3), (950, 180, 0.25)):
            esper.create_entity(Transform(x, y, angle), Collider(Box(420, 24)))
        self.jellies = [self.drop(200 + 220 * i, 50 + 12 * i) for i in range(5)]
        esper.create_entity(Transform(520, 690), RigidBody(), Collider(Box(60, 60)))

    def drop(self, x, radius):
        jelly = presets.soft_body((x, 560), radius=radius)
        for disc in jelly.bodies:
            esper.add_component(disc, Paint(COLORS[jelly.hub % 5]))
        return jelly

    def on_key_press(self, symbol, modifiers):
        self.jellies.append(self.drop(640, 64))

    def on_mouse_press(self, x, y, button, modifiers):
        self.grip.grab((x, y))

    def on_mouse_drag(self, x, y, dx, dy, buttons, modifiers):
        self.grip.drag((x, y))

    def on_mouse_release(self, x, y, button, modifiers):
        self.grip.release()

    def on_draw(self):
        self.clear()
        for jelly in self.jellies:
            rim = [esper.component_for_entity(disc, Transform).interpolated[:2] for disc in jelly.rim]
            arcade.draw_polygon_filled(rim, COLORS[jelly.hub % 5])
        self.shapes.draw()


if __name__ == "__main__":
    arcade.Window(title="Soft bodies").show_view(SoftBodies())
    bind(arcade.get_window())
    arcade.run()
