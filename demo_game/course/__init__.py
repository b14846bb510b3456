"""The conformance course: small scenes, each with its expectations of a character.

`python -m demo_game --course [N]` shows them; tests play them headless.
"""

from .air import AIR
from .falls import FALLS
from .ground import GROUND
from .others import OTHERS
from .platforms import PLATFORMS
from .scene import Scene
from .slopes import SLOPES
from .stage import Stage
from .surfaces import SURFACES

SCENES: tuple[Scene, ...] = (
    *GROUND,
    *SLOPES,
    *AIR,
    *FALLS,
    *PLATFORMS,
    *SURFACES,
    *OTHERS,
)

__all__ = ["SCENES", "Scene", "Stage"]
