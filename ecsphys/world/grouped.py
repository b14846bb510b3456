"""Owners of arrays that kernels take in groups."""

from __future__ import annotations

from typing import Any, ClassVar


class Grouped:
    """Keeps the groups that were made of its arrays until one of its attributes is assigned.

    Arrays are replaced rarely, when they grow or a snapshot is restored, while a step takes each group
    several times. A subclass names the attributes that hold groups; None: to be made.
    """

    groups: ClassVar[tuple[str, ...]] = ("group",)
    group: Any = None  # of all its arrays

    def __setattr__(self, name: str, value: object) -> None:
        """Set an attribute; groups of what was there before are out of date."""
        super().__setattr__(name, value)
        if name not in self.groups:
            for group in self.groups:
                super().__setattr__(group, None)
