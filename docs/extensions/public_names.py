"""The public names of ecsphys in the documentation.

- Docstrings become reStructuredText, see `docstrings.py`.
- Code that is a public name, in docstrings and in pages, becomes a link to the reference.
- The directive `public-names` lists all names of a module, each with the first line of its docstring.
- `sphinx.ext.linkcode` gets the address of a source line.
"""

from __future__ import annotations

import importlib
import inspect
import os
import re
from collections.abc import Iterator
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any, ClassVar

from docstrings import to_rst
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_refnode

import ecsphys
from ecsphys import space3d

MODULES = (
    "ecsphys",
    "ecsphys.geometry",
    "ecsphys.state",
    "ecsphys.replay",
    "ecsphys.rollback",
    "ecsphys.presets",
    "ecsphys.arcade",
    "ecsphys.lab",
    "ecsphys.testing",
    "ecsphys.space3d",
    "ecsphys.space3d.geometry",
)
# Pages on which a plain name means one of these modules before it means one of the plane.
SPACE = "ecsphys.space3d"
GEOMETRY = "ecsphys.space3d.geometry"
PAGES_OF_SPACE = ("guide/space3d", "how/space3d", "reference/space3d")
ROOT = Path(__file__).parents[2]

# Members without an underscore that other rooms of the package need; games have no use for them.
INTERNAL = {
    "Event": ("first", "row", "second", "table"),
    "CollisionEvent": ("first", "row", "second", "table"),
    "TriggerEvent": ("first", "row", "second", "table"),
    "JointEvent": ("first", "row", "second", "table"),
    "CollisionEvent3D": ("first", "row", "second", "table"),
    "TriggerEvent3D": ("first", "row", "second", "table"),
    "Listener": ("kinds", "names"),
    "Physics": ("hooks", "queries", "events", "simulation", "world", "context"),
    "Physics3D": ("context",),
    "Shape3": ("packed", "partners"),
}
INTERNAL_ANYWHERE = ("type_count", "alone", "attach")


@cache
def public_names() -> dict[str, Any]:
    """Return every public object by the name under which it is documented: that of its first module."""
    found: dict[str, Any] = {}
    seen: set[int] = set()
    for path in MODULES:
        module = importlib.import_module(path)
        for name in getattr(module, "__all__", ["replay"]):
            thing = getattr(module, name)
            if inspect.ismodule(thing) or (callable(thing) and id(thing) in seen):
                continue
            if path == SPACE and _has_other_home(name, thing):
                continue
            seen.add(id(thing))
            found[f"{path}.{name}"] = thing
    return found


def _has_other_home(name: str, thing: Any) -> bool:
    """Whether a name of space is the plane's own, such as `on`, or one of its `geometry`."""
    return any(getattr(home, name, None) is thing for home in (ecsphys, space3d.geometry))


def members_of(name: str) -> Iterator[str]:
    """Yield the public members that a class of ecsphys has from itself or from a base of ecsphys."""
    kind = public_names()[name]
    hidden = INTERNAL.get(kind.__name__, ()) + INTERNAL_ANYWHERE
    for member in dir(kind):
        owner = next((base for base in kind.__mro__ if member in base.__dict__), object)
        is_public = member[0] != "_" and member not in hidden and owner.__module__.startswith("ecsphys")
        if is_public and hasattr(kind, member):  # what space does not have yet says so
            yield member


# -- docstrings --------------------------------------------------------------------------------------

_FIELD_OF_TUPLE = re.compile(r"Alias for field number \d+")
_DEFAULTS = {"18446744073709551615": "ALL", "0.016666666666666666": "1/60"}

# Made by ecsphys, not by games: their constructors are no business of anybody.
MADE_BY_US = [
    "Collision",
    "CollisionEvent",
    "Collisions",
    "ContactView",
    "EventStream",
    "Fields",
    "JointEvent",
    "ProjectileEvent",
    "Runner",
    "Snapshot",
    "TriggerEvent",
    "Bridge",
    "Car",
    "Preset",
    "Ragdoll",
    "Rope",
    "SoftBody",
    "TankTread",
    "Shape",
    "Collision3D",
    "Collisions3D",
    "CollisionEvent3D",
    "Manifold",
    "ProjectileEvent3D",
    "TriggerEvent3D",
    "Shape3",
]


def process_signature(
    app: Sphinx, what: str, name: str, thing: Any, options: object, arguments: str | None, result: str | None
) -> tuple[str | None, str | None] | None:
    """Name defaults as the source does, and hide constructors that games do not call."""
    if what == "class" and name.rpartition(".")[2] in MADE_BY_US:
        return "", None
    for value, text in _DEFAULTS.items():
        arguments = arguments and arguments.replace(value, text)
    return _plain(arguments), _plain(result)


def _plain(signature: str | None) -> str | None:
    """Return a signature with the plain names of aliases, and keywords of other constructors left open."""
    signature = signature and re.sub(r"TypeAliasForwardRef\('(\w+)'\)", r"\1", signature)
    return signature and re.sub(r"(\*\*\w+): Unpack\[\w+\]", r"\1", signature)


def process_docstring(
    app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]
) -> None:
    """Turn a docstring into reStructuredText; a page describes data, a class the fields of its tuple."""
    if what == "data" or (lines and _FIELD_OF_TUPLE.match(lines[0])):
        lines[:] = []
    else:
        lines[:] = to_rst(lines)


def skip_member(app: Sphinx, what: str, name: str, thing: object, skip: bool, options: object) -> bool | None:
    """Leave out what is no business of games."""
    if name in INTERNAL_ANYWHERE or any(name in names for names in INTERNAL.values()):
        return True
    return None


# -- links -------------------------------------------------------------------------------------------

_DOTTED = re.compile(r"@?((?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*)(\(.*\))?", re.S)


def target_of(text: str, scope: str = "") -> str | None:
    """Return the documented name that a piece of code means, read within a class or module."""
    match = _DOTTED.fullmatch(text.strip())
    if match is None:
        return None
    name = match[1]
    if name.startswith("physics."):
        name = "Physics" + name[7:]
    for prefix in _prefixes(scope):
        if exists(prefix + name):
            return prefix + name
    first = name.partition(".")[0]
    if not (first[0].isupper() or "_" in first) or hasattr(ecsphys.Physics, first):
        return None  # too common a word, or of a world rather than of shapes
    return next((f"{module}.{name}" for module in MODULES if exists(f"{module}.{name}")), None)


def _prefixes(scope: str) -> Iterator[str]:
    """Yield scopes from the inmost one outwards; lower-case names of ecsphys itself need no scope."""
    parts = scope.split(".") if scope else []
    for end in range(len(parts), 1, -1):
        yield ".".join(parts[:end]) + "."
    yield "ecsphys."
    yield ""


def exists(name: str) -> bool:
    """Whether a full name is documented: a public object, or a member of a public class."""
    known = public_names()
    if name in known:
        return True
    owner, _, member = name.rpartition(".")
    return inspect.isclass(known.get(owner)) and member in set(members_of(owner))


class LinkNames(SphinxTransform):
    """Link code that is a public name to the reference."""

    default_priority = 450

    def apply(self, **options: Any) -> None:
        """Wrap literals into references that `resolve_alias` may drop again."""
        for literal in list(self.document.findall(nodes.literal)):
            if _is_linked(literal):
                continue
            scope = _scope_of(literal) or (GEOMETRY if self.env.docname in PAGES_OF_SPACE else "")
            target = target_of(literal.astext(), scope)
            if target is None or target == scope:
                continue
            link = addnodes.pending_xref(
                "", refdomain="py", reftype="obj", reftarget=target, refdoc=self.env.docname,
                refexplicit=True, refwarn=False, ours=True,
            )  # fmt: skip
            literal.replace_self(link)
            link += literal


def _is_linked(node: nodes.Node) -> bool:
    parent: nodes.Node | None = node.parent
    while parent is not None:
        if isinstance(
            parent, nodes.reference | addnodes.pending_xref | nodes.title | addnodes.desc_signature
        ):
            return True
        parent = parent.parent
    return False


def _scope_of(node: nodes.Node) -> str:
    """Return the full name of the documented object within whose description a node stands."""
    parent: nodes.Node | None = node.parent
    while parent is not None:
        if isinstance(parent, addnodes.desc) and parent.get("domain") == "py":
            signature = parent[0]
            assert isinstance(signature, addnodes.desc_signature)
            ids = signature.get("ids", [])
            if ids:
                return str(ids[0])
        parent = parent.parent
    return ""


def resolve_alias(
    app: Sphinx, env: Any, node: addnodes.pending_xref, contents: nodes.TextElement
) -> nodes.Node | None:
    """Find what an annotation names by another path, or drop a link of ours that leads nowhere."""
    if node.get("refdomain") != "py":
        return None
    last = node["reftarget"].rpartition(".")[2]
    domain = env.domains["py"]
    modules = sorted(MODULES, key=lambda module: _distance(module, node["reftarget"]))
    paths = [last, *(f"{module}.{last}" for module in modules)]
    for path in paths:
        if path in domain.objects and path != node["reftarget"]:
            found = domain.objects[path]
            return make_refnode(app.builder, node["refdoc"], found.docname, found.node_id, contents, path)
    return contents if node.get("ours") else None


def _distance(module: str, target: str) -> int:
    """Return how many parts of two dotted paths are not common to both at their beginning."""
    ours, theirs = module.split("."), target.split(".")
    common = takewhile(lambda pair: pair[0] == pair[1], zip(ours, theirs, strict=False))
    return len(ours) + len(theirs) - 2 * len(list(common))


# -- a list of names ---------------------------------------------------------------------------------


class PublicNames(SphinxDirective):
    """List the public names of a module, each with the first sentence of its docstring."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {}

    def run(self) -> list[nodes.Node]:
        """Return a table, parsed from reStructuredText."""
        module = self.arguments[0]
        rows = [".. list-table::", "   :widths: 30 70", "   :class: names", ""]
        for name, thing in public_names().items():
            if name.rpartition(".")[0] == module:
                rows += [f"   * - :py:obj:`~{name}`", f"     - {summary(name, thing)}"]
        return self.parse_text_to_nodes("\n".join(rows))


_DATA = {
    "ecsphys.ALL": "All layers",
    "ecsphys.REASONS": "The words of ``reason``, by number",
    "ecsphys.backend": "How the kernels run",
    "ecsphys.rollback.Address": "Where a machine is",
    "ecsphys.rollback.EventKind": "What happened to a session",
    "ecsphys.rollback.Status": "How sure an input is",
    "ecsphys.rollback.Wait": "What a session waits for",
}


def summary(name: str, thing: Any) -> str:
    """Return the first sentence of a docstring; of a constant its value, if that says something."""
    if name in _DATA or isinstance(thing, str):
        return _DATA.get(name, f"``{thing!r}``")
    text = inspect.getdoc(thing) or ""
    first = " ".join(text.split("\n\n")[0].split())
    first = re.split(r"(?<=[.:;])\s", first)[0].rstrip(".:;")
    return "\n".join(to_rst([first])).strip()


# -- source lines --------------------------------------------------------------------------------------


def linkcode_resolve(domain: str, info: dict[str, str]) -> str | None:
    """Return the address of a name's source in the repository that GitHub's workflow runs for."""
    found = source_of(info["module"], info["fullname"]) if domain == "py" and info["module"] else None
    if found is None:
        return None
    path, first, last = found
    server = os.environ.get("GITHUB_SERVER_URL", "https://github.com")
    commit = os.environ.get("GITHUB_SHA", "main")
    return f"{server}/{os.environ['GITHUB_REPOSITORY']}/blob/{commit}/{path}#L{first}-L{last}"


def source_of(module: str, name: str) -> tuple[str, int, int] | None:
    """Return file and lines of a documented name; `None` for what has none, such as a constant."""
    try:
        thing: Any = importlib.import_module(module)
        for part in name.split("."):
            thing = inspect.getattr_static(thing, part)
    except (ImportError, AttributeError):
        return None
    thing = getattr(thing, "__func__", getattr(thing, "fget", thing))
    try:
        thing = inspect.unwrap(thing)
        path = Path(inspect.getsourcefile(thing) or "").resolve().relative_to(ROOT)
        lines, first = inspect.getsourcelines(thing)
    except (TypeError, ValueError, OSError):
        return None
    return path.as_posix(), first, first + len(lines) - 1


def setup(app: Sphinx) -> dict[str, Any]:
    """Register what is above."""
    typed_handlers = ModuleAnalyzer.for_module("ecsphys.events.typed_handlers")
    typed_handlers.analyze()
    typed_handlers.overloads.clear()  # twelve of `on`, which its docstring says in three sentences
    app.connect("autodoc-process-docstring", process_docstring)
    app.connect("autodoc-process-signature", process_signature)
    app.connect("autodoc-skip-member", skip_member)
    app.connect("missing-reference", resolve_alias, priority=100)
    app.add_transform(LinkNames)
    app.add_directive("public-names", PublicNames)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
