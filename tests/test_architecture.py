"""The house is as its plan says; what import-linter cannot see is looked at here."""

from __future__ import annotations

import ast
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from statistics import median
from types import ModuleType

import pytest

import privacy_core

HOUSE = Path(__file__).resolve().parents[1]
PACKAGES = ("privacy_core", "dashboard")
NAMES_THAT_SAY_NOTHING = {"utils", "helpers", "common", "constants"}
WORDS_NEVER_SAID = re.compile(r"\b(safe|anonymous|compliant|hack|hacking)\b", re.IGNORECASE)
OF_ONE_MACHINE = re.compile(
    r"(?<![\w.:/-])/(?:work|root|home/\w+|Users/\w+|opt/wheels)/"
    r"|[A-Z]:\\+Users"
    r"|pypi\.org|pythonhosted\.org|registry\.npmjs"
    r"|--(?:extra-)?index-url[ =]|--find-links[ =]"
)


def modules(package: str) -> list[Path]:
    return sorted((HOUSE / package).rglob("*.py"))


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def place(path: Path, node: ast.AST) -> str:
    return f"{path.relative_to(HOUSE)}:{node.lineno}"


def functions(package: str) -> Iterator[tuple[Path, ast.FunctionDef]]:
    for path in modules(package):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield path, node


def body_lines(function: ast.FunctionDef) -> int:
    """Count the lines of a function's body, its docstring left out."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0


def imported(path: Path) -> Iterator[tuple[ast.AST, str, str]]:
    """Yield each import as (node, module, name); the name is empty for `import module`."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from ((node, alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node, "." * node.level + (node.module or ""), alias.name) for alias in node.names)


def strings(path: Path) -> Iterator[ast.Constant]:
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node


def own_files() -> list[Path]:
    """Return the files that belong to the project: tracked, or about to be."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=HOUSE, capture_output=True
    )
    if listing.returncode != 0:
        pytest.skip("not a git work tree")
    return [path for name in listing.stdout.decode().split("\0") if name and (path := HOUSE / name).is_file()]


def test_the_dashboard_uses_public_names_of_the_core_only():
    wrong = [
        f"{place(path, node)} {module} {name}"
        for path in modules("dashboard")
        for node, module, name in imported(path)
        if module.startswith("privacy_core.")
        or (module == "privacy_core" and name and name not in privacy_core.__all__)
    ]
    assert wrong == []


def rooms_of(path: Path) -> dict[str, ModuleType]:
    """Return the dashboard's modules by the names under which a file has imported them."""
    found = {}
    for node, module, name in imported(path):
        if module.split(".")[0] == "dashboard" and name not in ("", "*"):
            package = import_module(module)
            if not hasattr(package, name):
                import_module(f"{module}.{name}")
            given = {alias.name: alias.asname for alias in node.names}[name]
            found[given or name] = getattr(package, name)
    return {name: room for name, room in found.items() if isinstance(room, ModuleType)}


def test_what_a_page_asks_of_another_room_is_there():
    wrong = []
    for path in modules("dashboard"):
        rooms = rooms_of(path)
        wrong += [
            f"{place(path, node)} {node.value.id}.{node.attr}"
            for node in ast.walk(parsed(path))
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id in rooms
            and not hasattr(rooms[node.value.id], node.attr)
        ]
    assert wrong == []


def test_no_sentence_hides_another_of_its_name():
    named = Counter()
    for path in modules("dashboard/words"):
        for node in parsed(path).body:
            made = {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
            named.update({node.name} if isinstance(node, ast.FunctionDef) else made)
    assert {name for name, rooms in named.items() if rooms > 1 and not name.startswith("_")} == set()


def test_the_public_names_are_sorted_and_there():
    assert list(privacy_core.__all__) == sorted(set(privacy_core.__all__))
    assert [name for name in privacy_core.__all__ if not hasattr(privacy_core, name)] == []


def test_every_name_the_core_shows_is_public():
    shown = {name for _, module, name in imported(HOUSE / "privacy_core/__init__.py") if module != "__future__"}
    assert shown - set(privacy_core.__all__) == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_functions_are_short(package):
    lengths = {f"{place(path, node)} {node.name}": body_lines(node) for path, node in functions(package)}
    assert {name: lines for name, lines in lengths.items() if lines > 40} == {}
    assert median(lengths.values()) <= 6


@pytest.mark.parametrize("package", [*PACKAGES, "tests"])
def test_no_file_is_long(package):
    lengths = {str(path.relative_to(HOUSE)): len(path.read_text().splitlines()) for path in modules(package)}
    assert {name: lines for name, lines in lengths.items() if lines > 300} == {}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_module_says_what_it_holds(package):
    assert [str(path) for path in modules(package) if {path.stem, path.parent.name} & NAMES_THAT_SAY_NOTHING] == []


def test_no_page_lets_markup_through():
    wrong = [
        place(path, node.value)
        for path in modules("dashboard")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.keyword) and node.arg == "unsafe_allow_html" and ast.unparse(node.value) != "False"
    ]
    assert wrong == []


def test_the_pages_never_say_more_than_a_number_can():
    rooms = ("words", "views", "widgets", "figures")
    spoken = [*(path for room in rooms for path in modules(f"dashboard/{room}")), *modules("privacy_core/samples")]
    wrong = [place(path, node) for path in spoken for node in strings(path) if WORDS_NEVER_SAID.search(node.value)]
    assert wrong == []


def test_no_file_names_a_machine_or_a_registry():
    wrong = [
        f"{path.relative_to(HOUSE)}: {found.group()}"
        for path in own_files()
        if (found := OF_ONE_MACHINE.search(path.read_text(encoding="utf-8", errors="ignore")))
    ]
    assert wrong == []
