"""How packets travel: the face of a transport, and UDP."""

from __future__ import annotations

import socket
from collections.abc import Hashable
from contextlib import suppress
from typing import Protocol, TypeAlias, cast

Address: TypeAlias = Hashable  # UDP: (host, port), with the host as a number: ("127.0.0.1", 7001)
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

    `bind`: host and port of this machine; port 0 takes a free one. Raises `OSError` if it cannot be had.

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

    @property
    def address(self) -> tuple[str, int]:
        """Host and port that it listens on."""
        host, port = self._socket.getsockname()
        return str(host), int(port)

    def send(self, address: Address, data: bytes) -> None:
        """See `Transport.send`."""
        host, port = cast(tuple[str, int], address)
        with suppress(OSError):  # no route, full buffer, a peer that is not there yet: lost, and sent again
            self._socket.sendto(data, (host, port))

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
            packets.append((address, data))
        return packets

    def close(self) -> None:
        """See `Transport.close`."""
        self._socket.close()
