"""The connection to one other machine: what it has and has not got, what it says, whether it is there."""

from __future__ import annotations

from collections import deque

from .inputs import NONE
from .packets import GREETING, MAGIC, Packet, Row, read_greeting, read_packet, write_greeting, write_packet
from .terms import Greeting, differences
from .time_sync import TimeSync
from .transport import Address

INTERRUPTED_AFTER, GONE_AFTER = 60, 300  # calls without a packet
MOST_UNACKED = 128  # frames: more than `max_prediction` and `input_delay` together allow
_MOST_REPORTS = 32
_NO_CHECK = "0" * 16


class Link:
    """The connection to a machine with some of the players.

    `reports`: its fingerprints by frame, until they are compared. `mismatch`: in what its game is another
    one, as texts of this machine and of that one.
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
        self.mismatch: tuple[str, str] | None = None
        self.time: TimeSync = TimeSync()
        self._number = number
        self._their_number = 0
        self._agrees = self._they_agree = False  # each has the other's greeting, which fits
        self._unacked: deque[Row] = deque()
        self._first_unacked = 0
        self._their_frame = self._their_lead = 0
        self._silence = 0
        self._check = (NONE, _NO_CHECK)
        self._greeting: Greeting | None = None  # ours

    # -- sending -----------------------------------------------------------------------------------

    def queue(self, row: Row) -> None:
        """Send the inputs of the next frame until it has them."""
        self._unacked.append(row)

    def report(self, frame: int, fingerprint: str) -> None:
        """Let it compare a fingerprint."""
        self._check = frame, fingerprint

    def introduce(self, greeting: Greeting) -> None:
        """Set what to tell of this machine, and to compare with what that one tells."""
        self._greeting = greeting

    def greeting(self) -> bytes | None:
        """Return the greeting to send, None once it is answered."""
        if self._greeting is None or self._they_agree:
            return None
        return write_greeting(self._number, self._greeting)

    def packet(self, frame: int, players: int, leaves: bool = False) -> bytes:
        """Return what to send now."""
        return write_packet(
            Packet(
                self._number,
                self._their_number,
                leaves,
                self._agrees,
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
            if self._is_greeting(data):
                return []
            packet = read_packet(data)
        except ValueError:
            return []
        if not self._is_for_us(packet) or self.is_gone:
            return []
        self._their_number = packet.sender
        self._they_agree |= packet.agrees and packet.receiver == self._number
        self.is_connected |= self._agrees and packet.receiver == self._number
        self._silence = 0
        self.is_leaving |= packet.leaves and self.is_connected
        self._take_ack(packet.ack)
        if packet.frame >= self._their_frame:
            self._their_frame, self._their_lead = packet.frame, packet.ahead
        self._take_report(packet, frame)
        return self._new_rows(packet, frame) if self._agrees else []

    def _is_greeting(self, data: bytes) -> bool:
        """Take in a greeting; return whether it is one, or a packet of another version."""
        if self._greeting is None or self.is_connected or self.is_gone:
            return data[:4] == GREETING
        if data[:4] != GREETING:
            is_other = data[:3] == MAGIC[:3] and data[:4] != MAGIC
            if is_other:
                self.mismatch = f"packets: {_shown(MAGIC)}", f"packets: {_shown(data)}, of another version"
            return is_other
        number, greeting = read_greeting(data)
        if number != self._their_number:  # its program may have been started again
            self._their_number, self._their_frame, self._they_agree = number, 0, False
        self.mismatch = differences(self._greeting, greeting)
        self._agrees = self.mismatch is None
        return True

    def why_missing(self, problem: str, others: str) -> str:
        """Return why it may not be connected.

        `problem`: why nothing can be sent to it. `others`: who sends packets and is no player.
        """
        who = f"the machine of player {', '.join(map(str, self.players))} at {self.address!r}"
        if self.mismatch is not None:
            ours, theirs = self.mismatch
            return f"{who} plays another game: here {ours}; there {theirs}"
        if problem:
            return f"{who} cannot be reached: {problem}"
        if self._their_number:
            return f"{who} sends, but does not hear this one: does it have the right address of this one?"
        hint = f" Packets come from {others}, which is no player's address." if others else ""
        return f"{who} is not heard: is that the right address, and does its program run?{hint}"

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


def _shown(data: bytes) -> str:
    return data[:4].decode("ascii", "replace")
