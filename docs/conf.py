"""Configuration of the documentation: `python -m sphinx -n -W -b html docs docs/_build`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("ARCADE_HEADLESS", "1")  # the reference imports the bridge to arcade, without a display
ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "docs" / "extensions")]

from example_gallery import CONFIGURATION as sphinx_gallery_conf  # noqa: E402, F401
from public_names import linkcode_resolve  # noqa: E402, F401

import ecsphys  # noqa: E402

project = "ecsphys"
author = "the authors of ecsphys"
copyright = "the authors of ecsphys, MIT licence"  # the name that Sphinx wants
release = version = ecsphys.__version__

REPOSITORY = os.environ.get("GITHUB_REPOSITORY", "")
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx_copybutton",
    # A link to the line in the repository, where one is known; else a page of the site with the source.
    "sphinx.ext.linkcode" if REPOSITORY else "sphinx.ext.viewcode",
    "sphinx_gallery.gen_gallery",
    "example_gallery",
    "example_pictures",
    "measured",
    "plain_pages",
    "public_names",
    "search_words",
]
exclude_patterns = [
    "_build", "extensions", "tutorial/*.py", "gallery/images",
    *(f"gallery/*.{kind}" for kind in ("py", "ipynb", "zip")),
]  # fmt: skip
nitpicky = True
smartquotes = False  # pages are full of code

# -- pages -----------------------------------------------------------------------------------------

myst_enable_extensions = ["colon_fence", "deflist", "attrs_inline"]
myst_heading_anchors = 3
copybutton_prompt_text = r">>> |\.\.\.(?: |$)|\$ "
copybutton_prompt_is_regexp = True

# -- theme: another one needs these three lines only --------------------------------------------------

html_theme = "furo"
html_theme_options: dict[str, object] = {}
html_title = f"ecsphys {release}"
html_static_path = ["_static"]
html_css_files = ["extra.css"]

# -- reference ---------------------------------------------------------------------------------------

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 88
python_use_unqualified_type_names = True
viewcode_follow_imported_members = True
# Annotations name these instead of what they stand for; `reference/types.rst` says what that is.
ALIASES = (
    "Address AreaMode BodyKind BodyKinds BreakReason BroadPhaseKind CoarseVolume ContinuousMode "
    "EndReason EventKind EventName Ignored ImpactStatus Integrator Leaving Meeting OnCollision "
    "OnJoint OnProjectile OnTrigger Owner Pair PointsLike PoseLike Status StepStatus Wait Where "
    "BoundsLike BroadPhaseKind3 InertiaLike Poses PoseLike3 Quadruple Shapes Triple "
)
autodoc_type_aliases = {name: name for name in ALIASES.split()}
# The build needs no network: what is not ours is not looked up. Type variables have no page.
nitpick_ignore_regex = [("py:.*", r"(?!ecsphys\b).*"), ("py:class", r"ecsphys\..*\.([A-Z]|[A-Z][a-z]+T)")]
nitpick_ignore = [  # in signatures of public names, and private
    ("py:class", "ecsphys.arcade.vertex_buffer.LineBuffer"),
    ("py:class", "ecsphys.drawing.lines.Lines"),
    ("py:class", "ecsphys.ecs.components.body_options.BodyOptions"),
    ("py:class", "ecsphys.lab.display.Display"),
    ("py:class", "ecsphys.math2d.core.LocalCore"),
    ("py:class", "ecsphys.replay.recording.Recording"),
    ("py:class", "ecsphys.shapes.base.UnitMass"),
    ("py:class", "ecsphys.space3d.collide.local_core.LocalCore"),
    ("py:class", "ecsphys.space3d.ecs.body_options.BodyOptions3"),
    ("py:class", "ecsphys.space3d.shapes.base.UnitMass3"),
    ("py:class", "ecsphys.space3d.spatial.walk.ProxyTree"),
]
