"""Scenes: surfaces of shapes, and how hosts without depth paint them."""

import math

import numpy as np
import pytest

from ecsphys.lab.display import Display, Polygon, SceneItem, Segments
from ecsphys.lab.pictures import picture
from ecsphys.lab.space import flat
from ecsphys.lab.space.camera import Camera
from ecsphys.lab.space.meshes import face_normal, surface_of, triangles
from ecsphys.lab.space.outlines import outlines
from ecsphys.lab.space.scene import Scene
from ecsphys.space3d import AABB, Box, Capsule, Hull, Mesh, Plane, Sphere
from ecsphys.space3d.geometry import distance, raycast
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
    points, normals, rows = triangles(mesh)
    corners, normals = points[rows.ravel()], normals[rows.ravel()]
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
    upright, turned = (np.abs(solid.placed()[..., 0]).max() for solid in scene.solids)
    assert (upright, turned) == pytest.approx((1.0, math.sqrt(2)))


def test_boxes_and_frames_are_those_of_single_ones():
    bounds = np.array([[0, 0, 0, 1, 2, 3], [-1, -1, -1, 1, 0, 2]], float)
    many, single = Scene(CAMERA), Scene(CAMERA)
    many.boxes(bounds, np.array([RED, BLUE], np.uint8))
    single.solid(AABB(1, 2, 3), (0.5, 1, 1.5), RED)
    single.solid(AABB(2, 1, 3), (0, -0.5, 0.5), BLUE)
    placed = np.concatenate([some.placed() for some in single.solids])
    assert many.solids[0].placed() == pytest.approx(placed)
    many.frames(bounds[:1], np.array([RED], np.uint8))
    (lines,) = many.lines
    edges = placed[0][surface_of(AABB(1, 1, 1))[0].edges]
    assert sorted(sorted(map(tuple, edge)) for edge in edges.tolist()) == sorted(
        sorted(map(tuple, edge)) for edge in lines.points.reshape(-1, 2, 3).tolist()
    )


def test_frames_draw_what_boxes_share_once_and_as_the_last_one():
    scene = Scene(CAMERA)
    bounds = np.array([[0, 0, 0, 1, 1, 1], [1, 0, 0, 2, 1, 1]], float)
    scene.frames(bounds, np.array([RED, BLUE], np.uint8))
    (lines,) = scene.lines
    shared = (lines.points[:, 0] == 1).reshape(-1, 2).all(axis=1)
    assert (len(shared), shared.sum()) == (20, 4)
    assert (lines.colors[::2][shared] == BLUE).all()


# -- outlines --------------------------------------------------------------------------------------------


def outlined(shape, pose, eye):
    scene = Scene(CAMERA)
    scene.solid(shape, pose, RED)
    segments, rows = outlines(scene.solids[0], eye)
    assert (rows == 0).all() and len(rows) == len(segments)
    return segments


TURN = from_axis_angle((1, 2, 3), 0.7)


EYES = [(9, 4, 7), (-8, 0.5, 3), (0.1, -12, 0.2)]


@pytest.mark.parametrize("shape", SHAPES, ids=repr)
@pytest.mark.parametrize("eye", EYES)
def test_outlines_lie_on_the_surface(shape, eye):
    pose = Pose3((0.3, -0.2, 0.5), TURN)
    segments = outlined(shape, pose, eye)
    for point in segments[:: max(1, len(segments) // 24), 0].tolist():
        assert distance(shape, pose, Sphere(1e-6), tuple(point)).distance == pytest.approx(0.0, abs=2e-6)


def with_radius(shape, radius):
    if isinstance(shape, Sphere):
        return Sphere(radius, center=shape.center)
    return Capsule.between(*shape.vertices, radius)


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape.radius > 0], ids=repr)
@pytest.mark.parametrize("eye", [*EYES, (0.3, 1.6, 0.5)])
def test_silhouettes_are_where_rays_begin_to_hit(shape, eye):
    pose = Pose3((0.3, -0.2, 0.5), TURN)
    segments = outlined(shape, pose, eye)
    assert len(segments) > 90
    for point in segments[::7, 0]:
        end = tuple(np.array(eye) + 5.0 * (point - eye))
        assert raycast(with_radius(shape, 0.999 * shape.radius), pose, eye, end) is None
        assert raycast(with_radius(shape, 1.001 * shape.radius), pose, eye, end) is not None


def test_edges_behind_a_box_are_left_out():
    assert len(outlined(Box(1, 1, 1), (0, 0, 0), (0, 0, 9))) == 4
    assert len(outlined(Box(1, 1, 1), (0, 0, 0), (9, 9, 9))) == 9
    assert len(outlined(Box(1, 1, 1), (0, 0, 0), (0, 0, 0.2))) == 12  # from inside


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


def is_inside(polygon, point):
    """Return whether a point is in a convex polygon, counter-clockwise."""
    return all(
        (b - a).cross(point - a) > -1e-6 for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    )


@pytest.mark.parametrize("angle", [0.0, 0.6, 1.2, 2.0, 2.7])
def test_light_falls_on_long_round_solids_and_not_beside_them(angle):
    scene = Scene(CAMERA)
    scene.solid(Capsule(5.0, 0.2), Pose3((0, 0, 0), from_axis_angle(CAMERA.axes()[2], angle)), RED)
    outline, lit = (item.points for item in painted(scene).items)
    assert all(is_inside(outline, point) for point in lit)

    def length(points):
        return max(a.distance(b) for a in points for b in points)

    assert length(lit) > 0.9 * length(outline)


def test_light_shows_no_solid_within_one_of_glass():
    scene = Scene(CAMERA)
    scene.solid(Sphere(1.0), (0, 0, 0), (0, 255, 0, 70))
    assert len(painted(scene).items) == 1


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


def test_labels_that_would_lie_on_nearer_ones_are_left_out():
    scene = Scene(CAMERA)
    right, up, back = CAMERA.axes()
    scene.label(tuple(-1.0 * back), "far")
    scene.label(tuple(0.1 * right), "near")
    scene.label(tuple(-1.0 * back + 0.5 * up), "above")
    scene.label(tuple(-1.0 * back + right), "beside")
    assert [label.text for _, label in scene.placed_labels()] == ["near", "above", "beside"]


def test_labels_behind_the_camera_are_left_out():
    scene = Scene(CAMERA)
    scene.label((0, 0, 0), "seen")
    scene.label(tuple(20.0 * CAMERA.axes()[2]), "behind")
    assert [label.text for _, label in scene.placed_labels()] == ["seen"]
