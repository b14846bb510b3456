"""Outlines of the tiles of a layer in world coordinates, from an arcade TileMap or pytiled_parser."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import arcade
import pytiled_parser
from pytiled_parser import tiled_object

from ..math2d.outline import signed_area
from ..math2d.pose import transform_point
from ..math2d.vec2 import Pair, Vec2

TileMap = arcade.TileMap | pytiled_parser.TiledMap

_NEAR = 1.5  # px: a hit box this near to the border of its image is meant to reach it
_ARCS = 16  # corners of an ellipse
# Flags in a global tile id of Tiled.
_FLIP_X, _FLIP_Y, _FLIP_DIAGONAL, _NUMBER = 1 << 31, 1 << 30, 1 << 29, (1 << 28) - 1


@dataclass(frozen=True)
class Tile:
    """One tile: outlines in the world, counter-clockwise, and its custom properties.

    `whole`: the outline is the tile's full square.
    """

    outlines: tuple[tuple[Vec2, ...], ...]
    properties: Mapping[str, Any]
    whole: bool


def find_layer(tile_map: pytiled_parser.TiledMap, name: str) -> pytiled_parser.Layer:
    """Return a layer by name, also inside groups. Raises `ValueError` that lists all names."""
    layers = list(_all_layers(tile_map.layers))
    for layer in layers:
        if layer.name == name:
            return layer
    names = ", ".join(repr(layer.name) for layer in layers)
    raise ValueError(f"layer must be one of the map's, which are {names}; got {name!r}")


def _all_layers(layers: Sequence[pytiled_parser.Layer]) -> Iterator[pytiled_parser.Layer]:
    for layer in layers:
        if isinstance(layer, pytiled_parser.LayerGroup):
            yield from _all_layers(layer.layers or [])
        else:
            yield layer


def sprite_tiles(sprites: arcade.SpriteList[Any]) -> list[Tile]:
    """Return the tiles of a layer that arcade has turned into sprites, with their hit boxes."""
    return [_sprite_tile(sprite) for sprite in sprites]


def _sprite_tile(sprite: arcade.Sprite) -> Tile:
    half_x, half_y = sprite.texture.width / 2, sprite.texture.height / 2
    snapped = [(_snap(x, half_x), _snap(y, half_y)) for x, y in sprite.hit_box.points]
    square = {(-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y)}
    place = (*sprite.position, -math.radians(sprite.angle))
    corners = [transform_point(place, x * sprite.scale_x, y * sprite.scale_y) for x, y in snapped]
    return Tile((_counter_clockwise(corners),), sprite.properties, set(snapped) == square)


def _snap(value: float, border: float) -> float:
    """Return the border of the image if `value` is next to it, else `value`."""
    return math.copysign(border, value) if abs(abs(value) - border) <= _NEAR else value


def _counter_clockwise(corners: Sequence[Vec2]) -> tuple[Vec2, ...]:
    """Return the corners in counter-clockwise order."""
    return tuple(corners) if signed_area(corners) > 0.0 else tuple(corners[::-1])


def grid_tiles(tile_map: pytiled_parser.TiledMap, layer: pytiled_parser.TileLayer) -> list[Tile]:
    """Return the tiles of a layer, with the collision shapes drawn in Tiled or as whole squares.

    Raises `ValueError` for infinite maps and tiles of no tile set.
    """
    if layer.data is None:
        raise ValueError(f"layer {layer.name!r} belongs to an infinite map, which has no lower left corner")
    width, height = tile_map.tile_size
    rows = len(layer.data)
    return [
        _grid_tile(tile_map, gid, Vec2(column * width, (rows - 1 - row) * height))
        for row, gids in enumerate(layer.data)
        for column, gid in enumerate(gids)
        if gid & _NUMBER
    ]


def _grid_tile(tile_map: pytiled_parser.TiledMap, gid: int, corner: Vec2) -> Tile:
    """Return the tile of a cell with its lower left corner at `corner`."""
    width, height = tile_map.tile_size
    properties, drawn = _drawn(tile_map, gid & _NUMBER)
    if not drawn:
        square = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
        return Tile((tuple(corner + spot for spot in square),), properties, True)
    outlines = [[_flipped(spot, gid, width, height) for spot in outline] for outline in drawn]
    placed = [_counter_clockwise([corner + Vec2(x, height - y) for x, y in outline]) for outline in outlines]
    return Tile(tuple(placed), properties, False)


def _drawn(tile_map: pytiled_parser.TiledMap, number: int) -> tuple[Mapping[str, Any], list[list[Vec2]]]:
    """Return the properties of a tile and its collision shapes, y down from its upper left corner."""
    first = max((first for first in tile_map.tilesets if first <= number), default=None)
    if first is None:
        raise ValueError(f"tile {number} belongs to none of the map's tile sets")
    tile = (tile_map.tilesets[first].tiles or {}).get(number - first)
    if tile is None:
        return {}, []
    objects = tile.objects.tiled_objects if isinstance(tile.objects, pytiled_parser.ObjectLayer) else []
    outlines = [outline_of(item) for item in objects]
    return tile.properties or {}, [outline for outline in outlines if len(outline) > 2]


def _flipped(spot: Vec2, gid: int, width: float, height: float) -> Vec2:
    """Return a point of a tile, y down, after the flips in its id, the diagonal one first."""
    x, y = spot[::-1] if gid & _FLIP_DIAGONAL else spot
    return Vec2(width - x if gid & _FLIP_X else x, height - y if gid & _FLIP_Y else y)


def outline_of(item: tiled_object.TiledObject) -> list[Vec2]:
    """Return the corners of an object as drawn in Tiled: y down, rotated clockwise about its origin.

    The list is empty for points and texts.
    """
    width, height = item.size
    spots: Sequence[Pair] = ()
    if isinstance(item, (tiled_object.Polygon, tiled_object.Polyline)):
        spots = item.points
    elif isinstance(item, tiled_object.Rectangle):
        spots = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    elif isinstance(item, tiled_object.Ellipse):
        turns = [2.0 * math.pi * k / _ARCS for k in range(_ARCS)]
        spots = [((1 + math.cos(t)) * width / 2, (1 + math.sin(t)) * height / 2) for t in turns]
    place = (*item.coordinates, math.radians(item.rotation))
    return [transform_point(place, x, y) for x, y in spots]
