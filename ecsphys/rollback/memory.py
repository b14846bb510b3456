"""Networks for tests: packets in memory, and a transport that delays, loses and doubles them.

Both count calls instead of seconds, and take their chances from a seed: a test has the same packets in every
run.
"""

from __future__ import annotations

import random
from heapq import heappop, heappush

from .doors import share, whole
from .transport import Address, Transport, problem_of


class MemoryNetwork:
    """Transports within one program; a packet is there at once.

    >>> from ecsphys.rollback import MemoryNetwork
    >>> network = MemoryNetwork()
    >>> a, b = network.transport("a"), network.transport("b")
    >>> a.send("b", b"hello")
    >>> b.receive()
    [('a', b'hello')]
    """

    def __init__(self) -> None:
        self._boxes: dict[Address, list[tuple[Address, bytes]]] = {}

    def transport(self, address: Address) -> Transport:
        """Return the transport of an address. Raises `ValueError` if it has one.

        >>> from ecsphys.rollback import MemoryNetwork
        >>> server = MemoryNetwork().transport("server")
        >>> server.receive()
        []
        """
        if address in self._boxes:
            raise ValueError(f"address must be a new one, got {address!r}")
        self._boxes[address] = []
        return _MemoryTransport(self._boxes, address)


class _MemoryTransport:
    def __init__(self, boxes: dict[Address, list[tuple[Address, bytes]]], address: Address):
        self._boxes = boxes
        self.address = address

    def send(self, address: Address, data: bytes) -> None:
        if address in self._boxes:
            self._boxes[address].append((self.address, bytes(data)))

    def receive(self) -> list[tuple[Address, bytes]]:
        packets, self._boxes[self.address] = self._boxes[self.address], []
        return packets

    def close(self) -> None:
        self._boxes.pop(self.address, None)


class Impaired:
    """A transport whose packets arrive late, out of order, twice, or never.

    `delay` and `jitter` are frames: a packet is received `delay` to `delay + jitter` calls of `receive` after
    it came; a session calls it once a frame. `loss` and `double` are shares of the packets, 0 to 1. The same
    `seed` makes the same of the same packets. Raises `ValueError` or `TypeError` for numbers out of range.

    >>> from ecsphys.rollback import Impaired, MemoryNetwork
    >>> network = MemoryNetwork()
    >>> a, b = network.transport("a"), Impaired(network.transport("b"), delay=2)
    >>> a.send("b", b"hello")
    >>> [len(b.receive()) for _ in range(4)]
    [0, 0, 1, 0]
    """

    def __init__(
        self,
        transport: Transport,
        *,
        delay: int = 0,
        jitter: int = 0,
        loss: float = 0.0,
        double: float = 0.0,
        seed: int = 0,
    ):
        self._transport = transport
        self._delay = whole(delay, "delay", 0, 1000)
        self._jitter = whole(jitter, "jitter", 0, 1000)
        self._loss, self._double = share(loss, "loss"), share(double, "double")
        self._random = random.Random(seed)
        self._now = 0
        self._number = 0  # of packets: keeps those of one moment in order
        self._under_way: list[tuple[int, int, Address, bytes]] = []

    def send(self, address: Address, data: bytes) -> None:
        """See `Transport.send`."""
        self._transport.send(address, data)

    def receive(self) -> list[tuple[Address, bytes]]:
        """See `Transport.receive`."""
        for address, data in self._transport.receive():
            if self._random.random() >= self._loss:
                for _ in range(1 + (self._random.random() < self._double)):
                    self._number += 1
                    due = self._now + self._delay + self._random.randint(0, self._jitter)
                    heappush(self._under_way, (due, self._number, address, data))
        arrived = []
        while self._under_way and self._under_way[0][0] <= self._now:
            _, _, address, data = heappop(self._under_way)
            arrived.append((address, data))
        self._now += 1
        return arrived

    def problem(self, address: Address) -> str:
        """See `UdpTransport.problem`."""
        return problem_of(self._transport, address)

    def close(self) -> None:
        """See `Transport.close`."""
        self._transport.close()
