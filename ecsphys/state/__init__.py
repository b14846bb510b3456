"""The state of a world: snapshots of it, and what differs between two."""

from __future__ import annotations

from .snapshot import Snapshot

__all__ = ["Snapshot"]
