"""How packets travel: the face of a transport, and UDP."""

from __future__ import annotations

import socket
from collections.abc import Hashable
from contextlib import suppress
from typing import Protocol, TypeAlias

Address: TypeAlias = Hashable  # UDP: (host, port): ("192.168.0.7", 7001), ("localhost", 7001)
MOST_BYTES = 1200  # of a packet: fits into one datagram on any usual way
_MOST_A_CALL = 256  # packets: a flood must not hold up the game


class Transport(Protocol):
    """Sends packets without waiting. They may get lost, come twice, late and in any order.

    >>> class Loopback:  # sends all to itself
    ...     def __init__(self):
    ...         self.packets = []
    ...     def send(self, address, data):
    ...         self.packets.append((address, data))
    ...     def receive(self):
    ...         packets, self.packets = self.packets, []
    ...         return packets
    ...     def close(self):
    ...         self.packets = []
    ...
    >>> loopback = Loopback()
    >>> loopback.send("me", b"hello")
    >>> loopback.receive()
    [('me', b'hello')]
    """

    def send(self, address: Address, data: bytes) -> None:
        """Send a packet; a transport that cannot just loses it."""

    def receive(self) -> list[tuple[Address, bytes]]:
        """Return the packets that have come since the last call, and where they are from."""

    def close(self) -> None:
        """Send and receive nothing any more."""


class UdpTransport:
    """Packets over UDP, on a socket that never blocks.

    `bind`: host and port of this machine; port 0 takes a free one. Raises `OSError` if it cannot be had. The
    name of a host is looked up once, when something is sent to it first: that may take a moment.

    >>> from ecsphys.rollback import UdpTransport
    >>> a, b = UdpTransport(("127.0.0.1", 0)), UdpTransport(("127.0.0.1", 0))
    >>> a.send(b.address, b"hello")
    >>> b.receive() in ([], [(a.address, b"hello")])  # it never waits
    True
    >>> a.close()
    >>> b.close()
    """

    def __init__(self, bind: tuple[str, int] = ("0.0.0.0", 0)):
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            self._socket.setblocking(False)
            self._socket.bind(bind)
        except BaseException:
            self._socket.close()
            raise
        self._places: dict[Address, tuple[str, int] | None] = {}  # as numbers, by address; None: unknown
        self._addresses: dict[tuple[str, int], Address] = {}  # the other way round

    @property
    def address(self) -> tuple[str, int]:
        """Host and port that it listens on."""
        host, port = self._socket.getsockname()
        return str(host), int(port)

    def send(self, address: Address, data: bytes) -> None:
        """See `Transport.send`. Raises `ValueError` for what is no address."""
        if address not in self._places:
            self._look_up(address)
        place = self._places[address]
        if place is not None:
            with suppress(OSError):  # no route, full buffer, a peer that is not there yet: sent again
                self._socket.sendto(data, place)

    def problem(self, address: Address) -> str:
        """Return why nothing can be sent to an address: its host is unknown; else "".

        >>> from ecsphys.rollback import UdpTransport
        >>> transport = UdpTransport(("127.0.0.1", 0))
        >>> transport.send(("127.0.0.1", 7001), b"hello")
        >>> transport.problem(("127.0.0.1", 7001))
        ''
        >>> transport.close()
        """
        return "" if self._places.get(address, address) else f"there is no host of the name {address!r}"

    def _look_up(self, address: Address) -> None:
        if not (
            isinstance(address, tuple)
            and len(address) == 2
            and isinstance(address[0], str)
            and type(address[1]) is int
            and 0 < address[1] < 1 << 16
        ):
            raise ValueError(
                f'an address must be a host and a port, such as ("192.168.0.7", 7000), got {address!r}'
            )
        self._places[address] = None
        with suppress(OSError, UnicodeError):
            place = socket.gethostbyname(address[0]), address[1]
            self._places[address], self._addresses[place] = place, address

    def receive(self) -> list[tuple[Address, bytes]]:
        """See `Transport.receive`."""
        packets: list[tuple[Address, bytes]] = []
        for _ in range(_MOST_A_CALL):
            try:
                data, address = self._socket.recvfrom(MOST_BYTES + 1)
            except BlockingIOError:
                break
            except OSError:  # Windows reports what became of an earlier packet here
                continue
            packets.append((self._addresses.get(address, address), data))
        return packets

    def close(self) -> None:
        """See `Transport.close`."""
        self._socket.close()


def problem_of(transport: Transport, address: Address) -> str:
    """Return why a transport cannot send to an address, "" if it does not know of a reason."""
    problem = getattr(transport, "problem", None)
    return "" if problem is None else str(problem(address))
