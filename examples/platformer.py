"""
Platformer on a map of arcade's own
===================================

``A D`` run, ``W`` jumps and climbs, ``S`` climbs down. ``load_colliders`` makes a few chains of a layer of
tiles; ladders and coins are triggers. ``SpriteSync`` takes a coin's sprite away with its entity.
"""

import arcade
import esper
from arcade import key

from ecsphys import Capsule, CharacterController, Collider, Physics, RigidBody, Transform
from ecsphys.arcade import SpriteSync, collider_from_sprite, load_colliders


class Platformer(arcade.View):
    def __init__(self):
        super().__init__(background_color=(112, 176, 214))
        self.physics = Physics(gravity=(0, -1500))
        esper.add_processor(self.physics)
        level = arcade.load_tilemap(":resources:tiled_maps/map_with_ladders.json", scaling=0.5)
        esper.create_entity(Transform(), *load_colliders(level, "Platforms"))
        self.ladders = esper.create_entity(Transform(), *load_colliders(level, "Ladders", trigger=True))
        things, coins = level.sprite_lists["Moving Platforms"], level.sprite_lists.pop("Coins")
        self.scene, self.camera = arcade.Scene.from_tilemap(level), arcade.Camera2D()
        self.sync, self.lift = SpriteSync(self.physics, things), RigidBody.kinematic()
        self.add(things[0], collider_from_sprite(things[0]), self.lift)
        self.coins = {self.add(coin, collider_from_sprite(coin, trigger=True)) for coin in coins}
        self.frog = arcade.Sprite(":resources:images/enemies/frog.png", 0.5, 200, 300)
        self.hero = CharacterController(max_slope=1, constant_speed=True)
        self.me = self.add(self.frog, Collider(Capsule(48, 20)), RigidBody.kinematic(), self.hero)

    def add(self, sprite, *parts):
        entity = esper.create_entity(Transform(*sprite.position), *parts)
        self.sync.add(entity, sprite, turn=False)
        return entity

    def on_update(self, dt):
        esper.process(dt)
        keys, touched = self.window.keyboard, self.physics.collisions.triggers_of(self.me)
        for coin in self.coins & touched:
            self.physics.despawn(coin)
        self.hero.mode = "floating" if self.ladders in touched else "grounded"
        self.hero.move((300 * (keys[key.D] - keys[key.A]), 200 * (keys[key.W] - keys[key.S])))
        if keys[key.W] and self.hero.mode == "grounded":
            self.hero.jump(800)
        self.lift.velocity = 0, 80 if self.physics.step_count % 600 < 300 else -80

    def on_draw(self):
        self.clear()
        self.sync.update()
        self.camera.position = 640, max(360, self.frog.center_y)
        with self.camera.activate():
            self.scene.draw()


if __name__ == "__main__":
    arcade.Window(title="Platformer").show_view(Platformer())
    arcade.run()
