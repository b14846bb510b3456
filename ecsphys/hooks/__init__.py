"""What a game decides itself: which pairs may meet, and what their surfaces are like."""

from .contacts import ContactView
from .hooks import Hooks
from .pair_filter import PairFilterStage

__all__ = ["ContactView", "Hooks", "PairFilterStage"]
