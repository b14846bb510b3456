"""
A bowl in space
===============

Balls and crates pour into a bowl. Click one, and it is pushed away from you: a click is a ray from the eye.
``ecsphys.space3d`` draws nothing, a short shader does. **Try** ``Collider3D(shape, friction=0)``.
"""

import arcade
import esper

from ecsphys.arcade import bind
from ecsphys.space3d import Body3D, Box, Collider3D, Physics3D, Sphere, Transform3D, from_axis_angle

VERTEX = """#version 330
uniform WindowBlock { mat4 projection, view; }; uniform vec3 place, size;
uniform vec4 turn; in vec3 in_position; out vec3 at; void main() { vec3 q = turn.yzw, p = in_position * size;
  at = place + p + 2 * cross(q, cross(q, p) + turn.x * p); gl_Position = projection * view * vec4(at, 1); }"""
FRAGMENT = """#version 330
uniform vec3 color; in vec3 at; out vec4 shade; void main() {
  shade = vec4(color * (0.6 + 0.4 * dot(normalize(cross(dFdx(at), dFdy(at))), vec3(.4, .8, .45))), 1); }"""
COLORS = [(0.95, 0.77, 0.36), (0.37, 0.72, 0.96), (0.95, 0.45, 0.42), (0.47, 0.84, 0.59), (0.3, 0.34, 0.44)]


class SpaceBowl(arcade.View):
    def __init__(self):
        super().__init__(background_color=(24, 27, 36))
        self.physics = Physics3D(gravity=(0, -9.81, 0))
        esper.add_processor(self.physics)
        self.eye = Transform3D(0, 9, 11, from_axis_angle((1, 0, 0), -0.7))
        view = arcade.camera.CameraData(self.eye.position, forward=(0, -0.644, -0.765))
        self.camera = arcade.camera.PerspectiveProjector(view=view)  # 60 degrees from below to above
        self.program = self.window.ctx.program(vertex_shader=VERTEX, fragment_shader=FRAGMENT)
        self.models = {Box: arcade.gl.geometry.cube((2, 2, 2)), Sphere: arcade.gl.geometry.sphere(1)}
        for x, z in (3.5, 0), (0, 3.5), (-3.5, 0), (0, -3.5):
            side = Transform3D(x, 0, z, from_axis_angle((-z, 0, x), 0.6))
            esper.create_entity(side, Collider3D(Box(9, 0.5, 9)))
        for k in range(160):
            shape = Sphere(0.25 + k % 3 / 10) if k % 2 else Box(0.5 + k % 5 / 10, 0.7, 0.4 + k % 7 / 10)
            esper.create_entity(Transform3D(k % 5 - 2, 4 + k / 6, k % 3 - 1), Body3D(), Collider3D(shape))

    def on_mouse_press(self, x, y, button, modifiers):
        start, end = self.eye.position, self.eye.local_to_world((x - 640, y - 360, -624))
        if hit := self.physics.raycast(start, end, kind="dynamic"):
            esper.component_for_entity(hit.entity, Body3D).apply_impulse((end - start) / 200, hit.point)

    def on_draw(self):
        self.clear()
        with self.camera.activate(), self.window.ctx.enabled(self.window.ctx.DEPTH_TEST):
            for entity, (place, solid) in esper.get_components(Transform3D, Collider3D):
                self.program["place"], self.program["turn"] = place.interpolated
                self.program["size"] = solid.shape.bounds().half
                self.program["color"] = COLORS[entity % 4 if esper.has_component(entity, Body3D) else -1]
                self.models[type(solid.shape)].render(self.program)


if __name__ == "__main__":
    arcade.Window(1280, 720, "A bowl in space").show_view(SpaceBowl())
    bind(arcade.get_window())
    arcade.run()
