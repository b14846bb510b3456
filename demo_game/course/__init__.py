"""The conformance course: small scenes, each of which says what a player expects of a character.

`python -m demo_game --course [N]` shows them; the tests play them without a window.
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
