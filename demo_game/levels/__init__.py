"""Levels: plain data in tiles, one file each, and the record that they fill in."""

from .foundry import FOUNDRY
from .level import Level, Patrol

__all__ = ["FOUNDRY", "Level", "Patrol"]
