"""Create colliders from tile maps and sprites."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import arcade
import pytiled_parser
from pytiled_parser import tiled_object

from ..ecs.components import Collider
from ..geometry import decompose
from ..math2d.outline import extent
from ..math2d.union import union_outlines
from ..math2d.vec2 import Pair, Vec2
from ..shapes import Chain, Polygon, Shape
from .tiles import Tile, TileMap, find_layer, grid_tiles, outline_of, sprite_tiles

# Custom properties in Tiled that set the collider's attribute of the same name.
_SURFACE = ("friction", "restitution", "surface_speed", "trigger", "one_way")
_UP = (0.0, 1.0)


def load_colliders(tile_map: TileMap, layer: str, /, **options: Any) -> list[Collider]:
    """Return colliders for a layer of a map, in the coordinates in which arcade shows it.

    `tile_map` is an arcade TileMap, whose sprites' hit boxes are used, or a map of pytiled_parser (no window
    needed), whose tiles have the collision shapes drawn in Tiled or are whole squares. All tiles with the
    same surface form one collider: neighbours are merged into chains around the ground, so that bodies slide
    over seams smoothly; what is inside counts as solid. Triggers and one-way tiles become few polygons. Every
    object of an object layer becomes a collider of its own, except points, texts and tiles; arcade turns
    tiles into sprites, see `collider_from_sprite`.

    `options` are those of `Collider`, for all colliders of the layer; the custom properties `friction`,
    `restitution`, `surface_speed`, `trigger` and `one_way` (true: solid from above) of a tile or an object
    take their place.

    Raises `ValueError` for a missing layer, infinite maps and crossing outlines, `TypeError` unless
    `tile_map` is a map and the layer holds tiles or objects.

    >>> import arcade
    >>> import esper
    >>> from ecsphys import Transform
    >>> from ecsphys.arcade import load_colliders
    >>> tile_map = arcade.load_tilemap(":resources:tiled_maps/map.json")
    >>> for collider in load_colliders(tile_map, "Platforms", friction=0.8):
    ...     ground = esper.create_entity(Transform(), collider)
    ...
    >>> collider.friction
    0.8
    """
    if not isinstance(tile_map, (arcade.TileMap, pytiled_parser.TiledMap)):
        raise TypeError(
            f"tile_map must be an arcade TileMap or a TiledMap of pytiled_parser, got {tile_map!r}"
        )
    tiled_map = tile_map.tiled_map if isinstance(tile_map, arcade.TileMap) else tile_map
    found = find_layer(tiled_map, layer)
    if isinstance(found, pytiled_parser.ObjectLayer):
        return _objects(tile_map, tiled_map, found, options)
    if not isinstance(found, pytiled_parser.TileLayer):
        raise TypeError(f"layer must be one of tiles or objects, {layer!r} is a {type(found).__name__}")
    if isinstance(tile_map, arcade.TileMap):
        side = tile_map.tile_width * tile_map.scaling
        return _colliders(sprite_tiles(tile_map.sprite_lists[layer]), side, options)
    return _colliders(grid_tiles(tile_map, found), tile_map.tile_size.width, options)


def _colliders(tiles: Iterable[Tile], side: float, options: dict[str, Any]) -> list[Collider]:
    """Return one collider per kind of surface."""
    kinds: dict[tuple[tuple[str, Any], ...], list[Tile]] = defaultdict(list)
    for tile in tiles:
        kinds[tuple(_surface(tile.properties).items())].append(tile)
    return [_collider({**options, **dict(kind)}, alike, side) for kind, alike in kinds.items()]


def _surface(properties: Any) -> dict[str, Any]:
    """Return the arguments of a Collider in the custom properties of Tiled."""
    surface = {name: properties[name] for name in _SURFACE if properties.get(name) not in (None, False)}
    if "one_way" in surface:
        surface["one_way"] = _UP
    return surface


def _collider(options: dict[str, Any], tiles: list[Tile], side: float) -> Collider:
    """Return the collider of all tiles with one surface: chains around solids, polygons otherwise."""
    if options.get("trigger") or options.get("one_way"):
        return Collider(_areas(tiles, side), **options)
    outlines = union_outlines((outline for tile in tiles for outline in tile.outlines), side)
    return Collider([Chain(outline, loop=True) for outline in outlines], **options)


def _areas(tiles: list[Tile], side: float) -> list[Shape]:
    """Return convex shapes: one per row of whole tiles, and those of each other tile."""
    rows: dict[tuple[float, float], list[tuple[Vec2, ...]]] = defaultdict(list)
    shapes: list[Shape] = []
    for tile in tiles:
        for outline in tile.outlines:
            if tile.whole:
                rows[min(y for _, y in outline), max(y for _, y in outline)].append(outline)
            else:
                shapes += convex_shapes(outline)
    for row in rows.values():
        shapes += [Polygon(outline) for outline in union_outlines(row, side)]
    return shapes


def _objects(
    tile_map: TileMap,
    tiled_map: pytiled_parser.TiledMap,
    layer: pytiled_parser.ObjectLayer,
    options: dict[str, Any],
) -> list[Collider]:
    """Return a collider for every object with an outline; polylines are solid from both sides."""
    scale = tile_map.scaling if isinstance(tile_map, arcade.TileMap) else 1.0
    shift = Vec2(*tile_map.offset) if isinstance(tile_map, arcade.TileMap) else Vec2(0.0, 0.0)
    top = tiled_map.map_size.height * tiled_map.tile_size.height
    colliders = []
    for item in layer.tiled_objects:
        corners = [Vec2(x, top - y) * scale + shift for x, y in outline_of(item)]
        if isinstance(item, tiled_object.Polyline):
            shapes: Sequence[Shape] = [Chain(corners), Chain(corners[::-1])]
        elif corners:
            shapes = convex_shapes(corners, f"object {item.id} {item.name!r} of layer {layer.name!r}")
        else:
            continue
        colliders.append(Collider(shapes, **{**options, **_surface(item.properties or {})}))
    return colliders


def collider_from_sprite(sprite: arcade.Sprite, **options: Any) -> Collider:
    """Return a collider with the shape of a sprite's hit box, in the sprite's own frame.

    Scale and mirroring (a negative scale) are applied; position and angle belong to the Transform (arcade's
    angle is in degrees, clockwise). A concave hit box is decomposed into convex parts. `options` are those of
    `Collider`. Raises `ValueError` for a hit box that crosses itself or has no area, `TypeError` unless
    `sprite` is a sprite.

    >>> import math
    >>> import arcade
    >>> import esper
    >>> from ecsphys import RigidBody, Transform
    >>> from ecsphys.arcade import collider_from_sprite
    >>> sprite = arcade.SpriteSolidColor(40, 20, 100, 50)
    >>> place = Transform(*sprite.position, -math.radians(sprite.angle))
    >>> collider = collider_from_sprite(sprite, friction=0.3)
    >>> crate = esper.create_entity(place, RigidBody(), collider)
    >>> collider.shape.area
    800.0
    """
    if not isinstance(sprite, arcade.BasicSprite):
        raise TypeError(f"sprite must be an arcade Sprite, got {sprite!r}")
    points = [(x * sprite.scale_x, y * sprite.scale_y) for x, y in sprite.hit_box.points]
    return Collider(convex_shapes(points, "the sprite's hit box"), **options)


def convex_shapes(points: Sequence[Pair], name: str = "the outline") -> list[Shape]:
    """Return a simple outline of either winding as convex polygons.

    A corner nearer to the previous one than a 200th of the outline's extent is dropped: hit boxes traced from
    images have steps of one pixel, on which sliding bodies would catch.
    """
    tolerance = extent(points) / 200.0 if points else 0.0
    corners: list[Vec2] = []
    for point in map(Vec2._make, points):
        if not corners or min(point.distance(corners[-1]), point.distance(corners[0])) > tolerance:
            corners.append(point)
    try:
        return list(decompose(corners))
    except ValueError as error:
        raise ValueError(f"{name} cannot be a collider: {error}") from None
