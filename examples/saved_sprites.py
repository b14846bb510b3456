"""
Sprites in a saved game
=======================

Click for crates. ``S`` saves to a file, ``L`` loads it, also in another run. Sprites are no state: each is
made from its entity's ``Look``, and again by ``SpriteSync.on_restored``. **Try** to save in mid-air.
"""

from dataclasses import dataclass
from pathlib import Path

import arcade
import esper

from ecsphys import Box, Collider, Physics, RigidBody, Transform
from ecsphys.arcade import SpriteSync, bind
from ecsphys.state import Snapshot

FILE = Path("crates.save")


@dataclass
class Look:
    picture: str


class SavedSprites(arcade.View):
    def __init__(self):
        super().__init__(background_color=(112, 176, 214))
        self.physics = Physics(gravity=(0, -900))
        esper.add_processor(self.physics)
        self.sync = SpriteSync(self.physics, arcade.SpriteList())
        self.sync.on_restored(self.add_sprite)
        for x in range(32, 1280, 64):
            self.add_sprite(esper.create_entity(Transform(x, 32), Collider(Box(64, 64)), Look("grassMid")))

    def add_sprite(self, entity):  # of a new entity, or of one that a file has brought
        picture = esper.component_for_entity(entity, Look).picture
        self.sync.add(entity, arcade.Sprite(f":resources:images/tiles/{picture}.png", 0.5))

    def on_mouse_press(self, x, y, button, modifiers):
        parts = Transform(x, y), RigidBody(), Collider(Box(64, 64)), Look("boxCrate_double")
        self.add_sprite(esper.create_entity(*parts))

    def on_key_press(self, symbol, modifiers):
        if symbol == arcade.key.S:
            FILE.write_bytes(self.physics.snapshot(Look).to_bytes())
        elif symbol == arcade.key.L and FILE.exists():
            self.physics.restore(Snapshot.from_bytes(FILE.read_bytes()))

    def on_draw(self):
        self.clear()
        self.sync.update()
        self.sync.sprites.draw()


if __name__ == "__main__":
    arcade.Window(title="Sprites in a saved game").show_view(SavedSprites())
    bind(arcade.get_window())
    arcade.run()
