"""The lab: exhibits, one idea of collision detection or physics each, that run the kernels of the engine.

`python -m ecsphys.lab` opens the window; `ecsphys.lab.notebook.show(name)` is a widget of a notebook.
`open_exhibit(name, ...)` runs one without either, as in tests.
"""

from .catalog import find_exhibit, names, open_exhibit
from .exhibit import Exhibit
from .runner import Runner

__all__ = ["Exhibit", "Runner", "find_exhibit", "names", "open_exhibit"]
