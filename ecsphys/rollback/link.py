"""The connection to one other machine: what it has and has not got, what it says, whether it is there."""

from __future__ import annotations

from collections import deque

from .inputs import NONE
from .packets import Packet, Row, read_packet, write_packet
from .time_sync import TimeSync
from .transport import Address

INTERRUPTED_AFTER, GONE_AFTER = 60, 300  # calls without a packet
MOST_UNACKED = 128  # frames: more than `max_prediction` and `input_delay` together allow
_MOST_REPORTS = 32
_NO_CHECK = "0" * 16


class Link:
    """The connection to a machine with some of the players.

    `reports`: its fingerprints by frame, until they are compared.
    """

    def __init__(self, address: Address, players: tuple[int, ...], number: int):
        self.address = address
        self.players = players
        self.received = NONE  # last frame of its inputs
        self.is_connected: bool = False
        self.is_gone: bool = False
        self.is_interrupted: bool = False
        self.is_leaving: bool = False
        self.reports: dict[int, str] = {}
        self.time: TimeSync = TimeSync()
        self._number = number
        self._their_number = 0
        self._unacked: deque[Row] = deque()
        self._first_unacked = 0
        self._their_frame = self._their_lead = 0
        self._silence = 0
        self._check = (NONE, _NO_CHECK)

    # -- sending -----------------------------------------------------------------------------------

    def queue(self, row: Row) -> None:
        """Send the inputs of the next frame until it has them."""
        self._unacked.append(row)

    def report(self, frame: int, fingerprint: str) -> None:
        """Let it compare a fingerprint."""
        self._check = frame, fingerprint

    def packet(self, frame: int, players: int, leaves: bool = False) -> bytes:
        """Return what to send now."""
        return write_packet(
            Packet(
                self._number,
                self._their_number,
                leaves,
                self.received,
                frame,
                frame - self._their_frame,
                *self._check,
                players,
                self._first_unacked,
                tuple(self._unacked),
            )
        )

    # -- receiving ---------------------------------------------------------------------------------

    def read(self, data: bytes, frame: int) -> list[Row]:
        """Take in a packet, and return the inputs that are new, frame by frame; none of a foreign packet."""
        try:
            packet = read_packet(data)
        except ValueError:
            return []
        if not self._is_for_us(packet) or self.is_gone:
            return []
        self._their_number = packet.sender
        self.is_connected |= packet.receiver == self._number
        self._silence = 0
        self.is_leaving |= packet.leaves and self.is_connected
        self._take_ack(packet.ack)
        if packet.frame >= self._their_frame:
            self._their_frame, self._their_lead = packet.frame, packet.ahead
        self._take_report(packet, frame)
        return self._new_rows(packet, frame)

    def _is_for_us(self, packet: Packet) -> bool:
        return (
            packet.receiver in (0, self._number)
            and self._their_number in (0, packet.sender)
            and packet.players == len(self.players)
        )

    def _take_ack(self, ack: int) -> None:
        while self._unacked and self._first_unacked <= ack:
            self._unacked.popleft()
            self._first_unacked += 1

    def _take_report(self, packet: Packet, frame: int) -> None:
        if 0 <= packet.check_frame <= frame + MOST_UNACKED:
            self.reports[packet.check_frame] = packet.check
            while len(self.reports) > _MOST_REPORTS:
                del self.reports[min(self.reports)]

    def _new_rows(self, packet: Packet, frame: int) -> list[Row]:
        """Return the rows behind the last received one, unless there is a gap or they are far ahead."""
        first = self.received + 1 - packet.start
        room = frame + MOST_UNACKED - self.received
        return list(packet.rows[first : first + room]) if first >= 0 and room > 0 else []

    # -- time --------------------------------------------------------------------------------------

    def tick(self, frame: int) -> None:
        """Count a call of the game."""
        if self.is_connected:
            self._silence += 1
            self.time.note(frame - self._their_frame, self._their_lead)

    @property
    def is_silent(self) -> bool:
        """Whether nothing has come for a second."""
        return self._silence > INTERRUPTED_AFTER

    @property
    def is_lost(self) -> bool:
        """Whether the players of it are to be given up."""
        return self.is_leaving or self._silence > GONE_AFTER
