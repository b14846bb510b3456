"""
Save, load and rewind
=====================

Hold ``Backspace``: time runs backwards. ``S`` saves to a file, ``L`` loads it, also in another run. Click to
drop crates. A ``Snapshot`` has all physics of a world, to the bit, and the game's own components if they are
named. **Try** to rewind half of a collapse, and to drop a crate then.
"""

from collections import deque
from pathlib import Path

import arcade
import esper
from arcade import key

from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform
from ecsphys.arcade import ShapeDraw
from ecsphys.state import Snapshot

FILE = Path("tower.save")


class SaveAndRewind(arcade.View):
    def __init__(self):
        super().__init__(background_color=(24, 27, 36))
        self.physics = Physics(gravity=(0, -900))
        esper.add_processor(self.physics)
        self.shapes, self.past = ShapeDraw(self.physics), deque(maxlen=900)
        esper.create_entity(Transform(640, 20), Collider(Box(1600, 40)))
        for row in range(9):
            for x in range(640 - 24 * row, 641 + 24 * row, 48):
                esper.create_entity(Transform(x, 450 - 48 * row), RigidBody(), Collider(Box(46, 46)))
        ball = Collider(Circle(40), density=4)
        esper.create_entity(Transform(-60, 160), RigidBody(velocity=(900, 200)), ball)

    def on_update(self, dt):
        if not self.window.keyboard[key.BACKSPACE]:
            self.past.append(self.physics.snapshot())
            esper.process(dt)
        elif self.past:
            self.physics.restore(self.past.pop())

    def on_key_press(self, symbol, modifiers):
        if symbol == key.S:
            FILE.write_bytes(self.physics.snapshot().to_bytes())
        elif symbol == key.L and FILE.exists():
            self.physics.restore(Snapshot.from_bytes(FILE.read_bytes()))

    def on_mouse_press(self, x, y, button, modifiers):
        esper.create_entity(Transform(x, y), RigidBody(), Collider(Box(46, 46)))

    def on_draw(self):
        self.clear()
        self.shapes.draw()


if __name__ == "__main__":
    arcade.Window(title="Save, load and rewind").show_view(SaveAndRewind())
    arcade.run()
