"""Filters and contact hooks of a game: which pairs may meet, and the surfaces of their contacts."""

from .contacts import ContactView
from .hooks import Hooks
from .pair_filter import PairFilterStage

__all__ = ["ContactView", "Hooks", "PairFilterStage"]
