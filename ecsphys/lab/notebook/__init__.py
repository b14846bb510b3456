"""The lab in notebooks: `show("circle-and-circle")` at the end of a cell.

Needs the extra `lab` (`anywidget`), and a front end that knows Jupyter widgets: JupyterLab, Notebook 7.
"""

from __future__ import annotations

from typing import Any

from .host import Host
from .widget import LabWidget

__all__ = ["LabWidget", "show"]


def show(name: str | None = None, /, **values: Any) -> LabWidget:
    """Return a widget that shows an exhibit, with other values of its controls.

    Without a name it begins with the first exhibit and has a list of all. Raises `ValueError` or `TypeError`
    for a name or a value that the lab does not have.
    """
    return LabWidget(Host(name, **values))
