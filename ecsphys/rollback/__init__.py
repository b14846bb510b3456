"""Rollback: play over the net without waiting for it, and the test that a game is fit for that.

A `Session` runs a game ahead of the inputs that other players have not sent yet, with predicted ones, and
runs the last steps again when a prediction was wrong. After GGPO (T. Cannon, 2009) and GGRS (G. Schup).
"""

from __future__ import annotations

from .events import EventKind, SessionEvent
from .inputs import Input, Status
from .memory import Impaired, MemoryNetwork
from .session import Advance, Session, Wait
from .sync_test import SyncTest
from .transport import Address, Transport, UdpTransport

__all__ = [
    "Address",
    "Advance",
    "EventKind",
    "Impaired",
    "Input",
    "MemoryNetwork",
    "Session",
    "SessionEvent",
    "Status",
    "SyncTest",
    "Transport",
    "UdpTransport",
    "Wait",
]
