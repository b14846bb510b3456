"""The state of a world: snapshots of it, and what differs between two."""

from __future__ import annotations

from .differences import Difference, diff
from .snapshot import Snapshot

__all__ = ["Difference", "Snapshot", "diff"]
