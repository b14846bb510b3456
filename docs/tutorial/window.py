"""The window of the tutorial: draws the shapes of a game and tells it which keys are down."""

import arcade
from arcade import key

from ecsphys.arcade import PhysicsOverlay, ShapeDraw

KEYS = {
    key.LEFT: "left", key.A: "left", key.RIGHT: "right", key.D: "right",
    key.UP: "jump", key.SPACE: "jump", key.DOWN: "drop", key.S: "drop",
}  # fmt: skip


class GameView(arcade.View):
    def __init__(self, game):
        super().__init__(background_color=(24, 27, 36))
        self.game = game
        self.camera = arcade.Camera2D()
        self.shapes = ShapeDraw(game.physics)
        self.overlay = PhysicsOverlay(game.physics)  # F1 to F7: what the physics does
        self.label = arcade.Text("", 24, 680, font_size=18)

    def on_key_press(self, symbol, modifiers):
        self.overlay.on_key_press(symbol)
        if symbol in KEYS:
            self.game.press(KEYS[symbol])

    def on_key_release(self, symbol, modifiers):
        if symbol in KEYS:
            self.game.release(KEYS[symbol])

    def on_update(self, dt):
        self.game.update(dt)

    def on_draw(self):
        self.clear()
        self.camera.position = self.game.focus()
        with self.camera.activate():
            self.shapes.draw()
            self.overlay.draw_world()
        self.label.text = self.game.status()
        self.label.draw()
        self.overlay.draw_screen(self.width, self.height)


def run(game):
    window = arcade.Window(1280, 720, "Tutorial")
    window.show_view(GameView(game))
    arcade.run()
