"""No two files import each other, neither directly nor through others."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
Graph = dict[str, set[str]]


def statements(tree: ast.AST, lazy: bool) -> Iterator[ast.Import | ast.ImportFrom]:
    """Imports of a file, those under `if TYPE_CHECKING` too, and with `lazy` those inside functions."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif lazy or not isinstance(node, ast.FunctionDef):
            yield from statements(node, lazy)


def targets(node: ast.Import | ast.ImportFrom, package: list[str]) -> Iterator[tuple[str, str]]:
    """Module and name of everything that a statement in `package` imports."""
    if isinstance(node, ast.Import):
        yield from ((alias.name, "") for alias in node.names)
        return
    base = package[: len(package) - node.level + 1] if node.level else []
    module = ".".join([*base, node.module] if node.module else base)
    yield from ((module, alias.name) for alias in node.names)


def import_graph(folder: Path, lazy: bool = True) -> Graph:
    """Return, for each module below a package, the modules of that package which it imports."""
    paths = {}
    for path in folder.rglob("*.py"):
        parts = path.relative_to(folder.parent).with_suffix("").parts
        paths[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    graph: Graph = {module: set() for module in paths}
    for module, path in paths.items():
        package = module.split(".") if path.stem == "__init__" else module.split(".")[:-1]
        for node in statements(ast.parse(path.read_text("utf-8")), lazy):
            for source, name in targets(node, package):
                target = f"{source}.{name}" if f"{source}.{name}" in paths else source
                if target in paths and target != module:
                    graph[module].add(target)
    return graph


def circles(graph: Graph) -> Graph:
    """Return the part of a graph from which no module can be taken away: imported and importing in turn."""
    left = {module: set(imports) for module, imports in graph.items()}
    while True:
        imported = set().union(*left.values())
        ends = {module for module, imports in left.items() if not imports or module not in imported}
        if not ends:
            return left
        left = {module: imports - ends for module, imports in left.items() if module not in ends}


def test_circles_are_found() -> None:
    chain = {"a": {"b"}, "b": {"c"}, "c": set()}
    assert circles(chain) == {}
    assert circles({**chain, "c": {"b"}}) == {"b": {"c"}, "c": {"b"}}


def test_imports_are_found_wherever_they_stand(tmp_path: Path) -> None:
    package = tmp_path / "game"
    (package / "view").mkdir(parents=True)
    (package / "__init__.py").write_text("import game.rules\n")
    (package / "view" / "__init__.py").write_text("from . import menu\n")
    (package / "view" / "menu.py").write_text("if TYPE_CHECKING:\n    from ..rules import Rule\n")
    (package / "rules.py").write_text("def f():\n    from .view.menu import Menu\n")
    full = import_graph(package)
    assert full["game"] == {"game.rules"} and full["game.view"] == {"game.view.menu"}
    assert full["game.view.menu"] == {"game.rules"} and full["game.rules"] == {"game.view.menu"}
    assert set(circles(full)) == {"game.rules", "game.view.menu"}
    assert circles(import_graph(package, lazy=False)) == {}


def test_the_game_has_no_import_circle() -> None:
    graph = import_graph(ROOT / "demo_game")
    assert len(graph) > 80 and "demo_game.view.host" in graph["demo_game.view.screen"]
    assert circles(graph) == {}


@pytest.mark.parametrize("package", ["ecsphys", "benchmarks"])
def test_no_package_has_an_import_circle(package: str) -> None:
    # Imports inside functions are left out: `compile` loads the compiler only when there is work for it.
    graph = import_graph(ROOT / package, lazy=False)
    assert len(graph) > 15
    assert circles(graph) == {}
