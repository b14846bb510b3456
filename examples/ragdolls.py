"""
Ragdolls
========

People who fall down stairs. Drag them with the mouse, by whatever part; any key drops another one.

``presets.ragdoll`` makes eleven bodies and ten hinges with limits; ``presets.Grip`` is a rubber band between
mouse and body. **Try** ``stiffness=0``, or ``height=300``.
"""

import arcade
import esper

from ecsphys import Box, Chain, Collider, Physics, RigidBody, Transform, presets
from ecsphys.arcade import Paint, ShapeDraw, bind

SKIN, SHIRTS = (240, 190, 150), [(92, 184, 255), (255, 111, 105), (120, 214, 150), (196, 146, 255)]


class Ragdolls(arcade.View):
    def __init__(self):
        super().__init__(background_color=(24, 27, 36))
        self.physics = Physics(gravity=(0, -900))
        esper.add_processor(self.physics)
        self.shapes, self.grip = ShapeDraw(self.physics), presets.Grip(self.physics)
        room = Chain([(0, 20), (0, 2000), (1280, 2000), (1280, 20)], loop=True)  # clockwise: solid outside
        esper.create_entity(Transform(), Collider(room))
        for i in range(9):
            esper.create_entity(Transform(50 + 100 * i, 220 - 25 * i), Collider(Box(100, 440 - 50 * i)))
        for x in (80, 190, 300):
            self.drop(x)

    def drop(self, x):
        doll = presets.ragdoll((x, 480), height=150, density=0.5)
        for limb in doll.bodies:
            esper.add_component(limb, Paint(SKIN if limb == doll.head else SHIRTS[doll.head % 4]))
            esper.component_for_entity(limb, RigidBody).velocity = 260, 120

    def on_key_press(self, symbol, modifiers):
        self.drop(200)

    def on_mouse_press(self, x, y, button, modifiers):
        self.grip.grab((x, y))

    def on_mouse_drag(self, x, y, dx, dy, buttons, modifiers):
        self.grip.drag((x, y))

    def on_mouse_release(self, x, y, button, modifiers):
        self.grip.release()

    def on_draw(self):
        self.clear()
        self.shapes.draw()


if __name__ == "__main__":
    window = arcade.Window(title="Ragdolls")
    window.show_view(Ragdolls())
    bind(window)
    arcade.run()
