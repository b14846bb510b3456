"""Scenes: surfaces of shapes, and how hosts without depth paint them."""

import math

import numpy as np
import pytest

from ecsphys.lab.display import Display, Polygon, SceneItem, Segments
from ecsphys.lab.pictures import picture
from ecsphys.lab.space import flat
from ecsphys.lab.space.camera import Camera
from ecsphys.lab.space.meshes import face_normal, surface_of, triangles
from ecsphys.lab.space.scene import Scene
from ecsphys.space3d import AABB, Box, Capsule, Hull, Mesh, Plane, Sphere
from ecsphys.space3d.math3d.pose import Pose3
from ecsphys.space3d.math3d.quaternion import from_axis_angle

RED, BLUE = (255, 0, 0, 255), (0, 0, 255, 255)
CAMERA = Camera((0, 0, 0), 0.5, 0.4, 10.0)
TETRAHEDRON = [(0, 0, 0), (2, 0, 0), (0, 3, 0), (0, 0, 1)]
SHAPES = [
    Sphere(0.7, center=(1, 2, 3)),
    Box(1, 2, 3),
    AABB(3, 1, 2),
    Capsule(3, 0.5),
    Capsule.between((0, 0, 0), (1, 2, -1), 0.4),
    Hull(TETRAHEDRON),
]


def placed(shape):
    mesh, local = surface_of(shape)
    corners, normals = triangles(mesh)
    return corners @ local[:, :3].T + local[:, 3], normals @ local[:, :3].T


@pytest.mark.parametrize("shape", SHAPES, ids=repr)
def test_surfaces_enclose_the_volume_of_their_shapes(shape):
    corners, normals = placed(shape)
    a, b, c = corners.reshape(-1, 3, 3).transpose(1, 0, 2)
    cross = np.cross(b - a, c - a)
    assert np.einsum("ij,ij->i", a, cross).sum() / 6 == pytest.approx(shape.volume, rel=0.03)
    outward = np.einsum("ij,ij->i", cross, normals[::3])
    assert (outward >= -1e-9).all()
    bounds = shape.bounds((0, 0, 0))
    assert corners.min(axis=0) == pytest.approx(bounds.lower, abs=0.02)
    assert corners.max(axis=0) == pytest.approx(bounds.upper, abs=0.02)


def test_boxes_share_one_surface_and_so_do_spheres():
    assert surface_of(Box(1, 2, 3))[0] is surface_of(AABB(5, 5, 5))[0]
    assert surface_of(Sphere(1))[0] is surface_of(Sphere(2, center=(1, 0, 0)))[0]


def test_a_box_has_twelve_edges_and_a_flat_mesh_its_border():
    assert len(surface_of(Box(1, 1, 1))[0].edges) == 12
    floor = Mesh([(0, 0, 0), (0, 0, 2), (2, 0, 2), (2, 0, 0)], [(0, 1, 2), (0, 2, 3)])
    assert len(surface_of(floor)[0].edges) == 4


def test_a_plane_is_a_large_square_at_its_offset():
    points = surface_of(Plane((0, 1, 0), 2.0))[0].points
    assert points[:, 1] == pytest.approx(2.0)
    assert face_normal(points, (0, 1, 2, 3)) == pytest.approx((0, 1, 0))


def test_an_aabb_does_not_turn():
    turn = from_axis_angle((0, 0, 1), math.pi / 4)
    scene = Scene(CAMERA)
    scene.solid(AABB(2, 2, 2), Pose3((0, 0, 0), turn), RED)
    scene.solid(Box(2, 2, 2), Pose3((0, 0, 0), turn), RED)
    upright, turned = (np.abs(solid.placed()[:, 0]).max() for solid in scene.solids)
    assert (upright, turned) == pytest.approx((1.0, math.sqrt(2)))


def painted(scene):
    display = Display()
    display.scene(scene)
    return flat(display)


def test_what_is_nearer_hides_what_is_farther():
    for near, far in ((RED, BLUE), (BLUE, RED)):
        scene = Scene(CAMERA)
        back = CAMERA.axes()[2]
        scene.solid(Box(1, 1, 1), tuple(2.0 * back), near)
        scene.solid(Box(1, 1, 1), tuple(-2.0 * back), far)
        image = picture(painted(scene))
        red, _, blue = image.getpixel((360, 320))
        assert (red > blue) == (near == RED)


def test_only_faces_towards_the_camera_are_painted():
    scene = Scene(CAMERA)
    scene.solid(Box(1, 1, 1), (0, 0, 0), RED)
    assert sum(isinstance(item, Polygon) for item in painted(scene).items) == 3


def test_what_stands_on_the_floor_hides_its_grid():
    scene = Scene(CAMERA, floor=0.0)
    scene.grid(4.0, 1.0)
    scene.solid(Sphere(1.0), (0, 1, 0), RED)
    items = painted(scene).items
    lines = [k for k, item in enumerate(items) if isinstance(item, Segments)]
    solids = [k for k, item in enumerate(items) if isinstance(item, Polygon)]
    assert max(lines) < min(solids)


def test_displays_without_scenes_stay_as_they_are():
    display = Display()
    display.point((0, 0))
    assert flat(display) is display


def test_a_scene_divides_a_display_into_layers():
    display, scene = Display(), Scene(CAMERA)
    display.point((0, 0))
    display.scene(scene)
    display.text((0, 0), "above")
    layers = display.layers()
    assert [one for one, _ in layers] == [None, scene]
    assert [len(items) for _, items in layers] == [1, 1]
    with pytest.raises(TypeError, match="cannot be moved"):
        Display().add(display, (1, 0))
    assert isinstance(display.items[1], SceneItem)


def test_labels_behind_the_camera_are_left_out():
    scene = Scene(CAMERA)
    scene.label((0, 0, 0), "seen")
    scene.label(tuple(20.0 * CAMERA.axes()[2]), "behind")
    assert [label.text for _, label in scene.placed_labels()] == ["seen"]
