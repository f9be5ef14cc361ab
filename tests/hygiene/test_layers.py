"""The architecture, checked: who may import whom, what the engine keeps away from, and that it names no one.

Each check takes the package's folder and returns what is wrong with it, one line each, so that the tests at the end can
show on a small made-up package that it finds what it is there to find.
"""

import ast
import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "innkeeper"

# Lowest first. What stands on one line are siblings: none imports another.
LAYERS = (
    ("engine", "decks"),  # decks are data; a module among them would be as low as the engine
    ("cards",),
    ("characters", "guests", "variants"),
    ("library",),
    ("view",),
    ("record",),
    ("rulebook",),
    ("bots",),
    ("lab", "session"),
    ("server", "terminal", "web"),
    ("client",),
    ("cli", "__main__"),
)
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}

# One room each: what lies in these imports no sibling but this one.
ROOMS = ("characters", "guests")
SHARED_ROOM = "_common"

# No clock, no input or output, no random numbers but the table's own.
NOT_IN_ENGINE = {
    "asyncio",
    "datetime",
    "multiprocessing",
    "os",
    "random",
    "secrets",
    "socket",
    "subprocess",
    "threading",
    "time",
    "uuid",
}

# What belongs to one character or one variant, beside the names that are read from their files.
WORDS = ("doppelganger", "shadowfiend", "quiver", "fury", "mood", "portale")
# Files among the decks that are no character's, so that their names are ordinary words.
NO_CHARACTERS = {"base", "boss", "drinks", "events", "families", "kits", "prizes", "shared", "teams"}
# A shorter title may be an ordinary word.
SHORTEST_TITLE = 8
# A ledger id is no name, whatever words it is made of.
RULE_ID = re.compile(r"\b(?:core|house|team|boss)(?:\.[a-z][a-z-]*)+")
# Titles that are also what the base game calls a thing it has rules for.
RULES_TERMS = {"drinking contest", "round on the house"}


# Imports


@dataclass(frozen=True)
class Import:
    """One import of a module of the package, by another one."""

    target: str
    names: tuple[str, ...]  # from the target: modules and whatever else stands behind `import`
    line: int
    at_load: bool  # while the module is loaded, not later in a function or never (TYPE_CHECKING)


@dataclass
class Module:
    """One source file, parsed."""

    name: str
    path: Path
    tree: ast.Module
    imports: list[Import] = field(default_factory=list)

    @property
    def is_package(self) -> bool:
        return self.path.name == "__init__.py"

    def where(self, line: int) -> str:
        return f"{self.name}:{line}"


def read_package(package: Path) -> dict[str, Module]:
    """Parse every module below the folder; names begin with the folder's own name."""
    modules: dict[str, Module] = {}
    for path in sorted(package.rglob("*.py")):
        parts = [package.name, *path.relative_to(package).with_suffix("").parts]
        if parts[-1] == "__init__":
            parts.pop()
        name = ".".join(parts)
        modules[name] = Module(name, path, ast.parse(path.read_text(encoding="utf-8"), filename=str(path)))
    for module in modules.values():
        module.imports = list(imports_of(module, modules, package.name))
    return modules


def imports_of(module: Module, modules: dict[str, Module], package: str) -> Iterator[Import]:
    """Yield the module's imports of modules of the package, relative ones and import_module("...") too."""
    for node, at_load in walk_with_time(module.tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Import):
            for alias in node.names:
                if is_within(alias.name, package):
                    yield Import(alias.name, (), line, at_load)
        elif isinstance(node, ast.ImportFrom):
            base = absolute_base(module, node)
            if not is_within(base, package):
                continue
            plain = []
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                if inner in modules or (base == package and alias.name in RANK):
                    yield Import(inner, (), line, at_load)
                else:
                    plain.append(alias.name)
            if plain:
                yield Import(base, tuple(plain), line, at_load)
        elif isinstance(node, ast.Call) and called_name(node) in {"import_module", "__import__"} and node.args:
            argument = node.args[0]
            if isinstance(argument, ast.Constant) and is_within(str(argument.value), package):
                yield Import(str(argument.value), (), line, at_load)


def walk_with_time(tree: ast.Module) -> Iterator[tuple[ast.AST, bool]]:
    """Yield every node, and whether it is met while the module is loaded."""
    todo: list[tuple[ast.AST, bool]] = [(tree, True)]
    while todo:
        node, at_load = todo.pop()
        yield node, at_load
        if isinstance(node, ast.If) and is_type_checking(node.test):
            todo += [(child, False) for child in node.body]
            todo += [(child, at_load) for child in node.orelse]
        else:
            later = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            todo += [(child, at_load and not later) for child in ast.iter_child_nodes(node)]


def is_type_checking(test: ast.expr) -> bool:
    """Whether it is TYPE_CHECKING or typing.TYPE_CHECKING."""
    return (isinstance(test, ast.Name) and test.id == "TYPE_CHECKING") or (
        isinstance(test, ast.Attribute) and test.attr == "TYPE_CHECKING"
    )


def absolute_base(module: Module, node: ast.ImportFrom) -> str:
    """Return what stands between `from` and `import`, without leading dots."""
    if not node.level:
        return node.module or ""
    parts = module.name.split(".")
    parts = parts[: len(parts) - node.level + module.is_package]
    return ".".join([*parts, node.module] if node.module else parts)


def called_name(call: ast.Call) -> str:
    """Return the last name of what is called: `b` for a.b(), `b` for b()."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def is_within(name: str, package: str) -> bool:
    """Whether the dotted name is the package or something in it."""
    return name == package or name.startswith(f"{package}.")


def second(name: str) -> str:
    """Return "engine" for innkeeper.engine.drinks, and "" for innkeeper itself."""
    return [*name.split("."), ""][1]


def third(name: str) -> str:
    """Return "pooky" for innkeeper.characters.pooky.moods, and "" for innkeeper.characters."""
    return [*name.split("."), "", ""][2]


def upward_imports(package: Path) -> list[str]:
    """Find imports of a layer above or beside, wherever in a module they stand."""
    wrong = []
    for module in read_package(package).values():
        mine = second(module.name)
        if not mine:
            continue  # the package's own __init__ may import anything
        if mine not in RANK:
            wrong.append(f"{module.name}: {mine} has no place in LAYERS of {Path(__file__).name}; give it one")
            continue
        for entry in module.imports:
            other = second(entry.target)
            where = f"{module.where(entry.line)}: imports {entry.target}"
            if other == mine:
                if mine in ROOMS and third(module.name):
                    room, theirs = third(module.name), third(entry.target)
                    if theirs not in {room, SHARED_ROOM}:
                        wrong.append(f"{where}, but {room} may import nothing else of {mine} than {SHARED_ROOM}")
            elif not other:
                if entry.names != ("__version__",):
                    wrong.append(f"{where}, which stands above everything (only its __version__ may be asked for)")
            elif other not in RANK:
                wrong.append(f"{where}, which has no place in LAYERS")
            elif RANK[other] > RANK[mine]:
                wrong.append(f"{where}, which is above {mine}")
            elif RANK[other] == RANK[mine]:
                wrong.append(f"{where}, which is beside {mine}")
    return wrong


def import_circles(package: Path) -> list[str]:
    """Find modules that import each other in a circle while they are loaded."""
    modules = read_package(package)
    graph: dict[str, list[str]] = {
        name: sorted(
            {
                entry.target
                for entry in module.imports
                if entry.at_load and entry.target in modules and entry.names != ("__version__",)
            }
        )
        for name, module in modules.items()
    }
    circles = []
    done: set[str] = set()
    for start in graph:
        if start in done:
            continue
        path = [start]
        pending = [iter(graph[start])]
        while path:
            step = next(pending[-1], None)
            if step is None:
                done.add(path.pop())
                pending.pop()
            elif step in path:
                circles.append(" -> ".join([*path[path.index(step) :], step]))
            elif step not in done:
                path.append(step)
                pending.append(iter(graph[step]))
    return circles


# What the engine keeps away from

KEEPS_ORDER = {"list", "tuple", "enumerate", "iter", "reversed", "zip", "map", "filter"}


def is_unordered(node: ast.expr) -> bool:
    """Whether the expression plainly makes a set, or passes one on in its own order."""
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    if isinstance(node, ast.BinOp):
        return is_unordered(node.left) or is_unordered(node.right)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id in {"set", "frozenset"}:
            return True
        return node.func.id in KEEPS_ORDER and any(is_unordered(argument) for argument in node.args)
    return False


def engine_impurities(package: Path) -> list[str]:
    """Find in the engine: modules it must not import, loops over sets, and `global`."""
    wrong = []
    for module in engine_modules(package):
        for node in ast.walk(module.tree):
            iterables: list[ast.expr] = []
            if isinstance(node, ast.Import):
                taken = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                taken = [node.module or ""]
            else:
                taken = []
            wrong += [
                f"{module.where(node.lineno)}: the engine may not import {name}"
                for name in taken
                if name.split(".")[0] in NOT_IN_ENGINE and isinstance(node, ast.stmt)
            ]
            if isinstance(node, ast.Global):
                wrong.append(f"{module.where(node.lineno)}: global {', '.join(node.names)}")
            elif isinstance(node, ast.For | ast.AsyncFor):
                iterables = [node.iter]
            elif isinstance(node, ast.ListComp | ast.DictComp | ast.GeneratorExp):
                iterables = [generator.iter for generator in node.generators]
            elif isinstance(node, ast.Call) and called_name(node) in {"list", "tuple"}:
                iterables = node.args
            wrong += [
                f"{module.where(iterable.lineno)}: takes a set in whatever order it comes; use sorted(...) or a list"
                for iterable in iterables
                if is_unordered(iterable)
            ]
    return list(dict.fromkeys(wrong))


def engine_modules(package: Path) -> list[Module]:
    """Return the engine's modules; that there are any is part of every check."""
    prefix = f"{package.name}.engine"
    found = [module for name, module in read_package(package).items() if is_within(name, prefix)]
    assert found, f"{package / 'engine'} holds no modules: nothing would be checked"
    return found


# Names


WORD = re.compile(r"[^\W_]+")


def as_words(text: str) -> str:
    """Write the text as lower-case words with one space around each: "evilPooky_2" is " evil pooky 2 "."""
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text).lower().replace("'", "").replace("\u2019", "")
    return " " + " ".join(WORD.findall(text)) + " "


def names_to_avoid(package: Path) -> dict[str, str]:
    """Return what the engine must not say, as words, and what each is."""
    names: dict[str, str] = {as_words(word): "belongs to one character or variant" for word in WORDS}
    for room in ROOMS:
        for path in sorted((package / room).glob("*")):
            if path.suffix in {".py", ".yaml"} or (path / "__init__.py").is_file():
                if path.stem.startswith("_") or path.stem in NO_CHARACTERS:
                    continue
                names[as_words(path.stem)] = f"is in {room}"
    for path in sorted((package / "decks").rglob("*.yaml")):
        content = yaml.load(path.read_text(encoding="utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        if path.stem not in NO_CHARACTERS:
            names[as_words(path.stem)] = "is a character"
        for title in titles_in(content):
            words = as_words(title)
            if len(words.strip()) >= SHORTEST_TITLE and words.strip() not in RULES_TERMS:
                names[words] = f"is a title in {path.name}"
    return names


def titles_in(content: Any) -> Iterator[str]:
    """Yield what stands under the key `title`, at any depth."""
    if isinstance(content, dict):
        for key, value in content.items():
            if key == "title" and isinstance(value, str):
                yield value
            else:
                yield from titles_in(value)
    elif isinstance(content, list):
        for value in content:
            yield from titles_in(value)


def names_in_engine(package: Path) -> list[str]:
    """Find the names of characters and cards in the engine's text, comments and docstrings included."""
    avoid = names_to_avoid(package)
    wrong = []
    for module in engine_modules(package):
        lines = [as_words(RULE_ID.sub(" ", line)) for line in module.path.read_text(encoding="utf-8").splitlines()]
        whole = f" {' '.join(line.strip() for line in lines)} "
        for name, reason in avoid.items():
            for form in (name, f"{name.rstrip()}s "):
                if form in whole or form in as_words(module.path.stem):
                    line = next((number for number, words in enumerate(lines, 1) if form in words), 1)
                    wrong.append(f"{module.where(line)}: says {form.strip()!r}, which {reason}")
    return wrong


def fail_with(wrong: Iterable[str]) -> None:
    """Fail if anything is wrong, with one line for each thing."""
    wrong = list(wrong)
    assert not wrong, "\n" + "\n".join(wrong)


# The checks, on the real package


def test_there_is_an_engine() -> None:
    assert (PACKAGE / "engine").is_dir()
    assert engine_modules(PACKAGE)


def test_nothing_imports_upward() -> None:
    fail_with(upward_imports(PACKAGE))


def test_nothing_imports_in_a_circle() -> None:
    fail_with(import_circles(PACKAGE))


def test_the_engine_is_pure() -> None:
    fail_with(engine_impurities(PACKAGE))


def test_the_engine_names_no_character_and_no_card() -> None:
    fail_with(names_in_engine(PACKAGE))


# The checks, on made-up packages: each finds what it is there to find, and nothing else


def made_up(folder: Path, **files: str) -> Path:
    """Write a package; `engine__table` is engine/table.py, and `decks__pooky__yaml` is decks/pooky.yaml."""
    package = folder / "innkeeper"
    everything = {"": "", "engine__init": "", **files}
    for name, text in everything.items():
        stem, suffix = (name.removesuffix("__yaml"), ".yaml") if name.endswith("__yaml") else (name, ".py")
        parts = ["__init__" if part in {"", "init"} else part for part in stem.split("__")]
        path = package.joinpath(*parts).with_suffix(suffix)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")
    return package


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"engine__table": "import innkeeper.cards"}, "above engine"),
        ({"engine__table": "from innkeeper import cards"}, "above engine"),
        ({"engine__table": "from ..cards import load"}, "above engine"),
        ({"engine__init": "from ..cards.load import load"}, "above engine"),
        ({"engine__table": "def late():\n    from innkeeper.bots import steady"}, "above engine"),
        ({"engine__table": "import importlib\nimportlib.import_module('innkeeper.view')"}, "above engine"),
        ({"engine__table": "import innkeeper"}, "above everything"),
        ({"engine__table": "from innkeeper import Table"}, "above everything"),
        ({"engine__table": "from innkeeper.somewhere import x"}, "no place in LAYERS"),
        ({"somewhere__init": ""}, "no place in LAYERS"),
        ({"view__init": "import typing\nif typing.TYPE_CHECKING:\n    import innkeeper.record"}, "above view"),
        ({"server__init": "import innkeeper.web"}, "beside server"),
        ({"characters__pooky": "import innkeeper.variants.boss"}, "beside characters"),
        ({"characters__pooky": "from innkeeper.characters import piper", "characters__piper": ""}, "than _common"),
        ({"characters__pooky": "from .piper import Piper", "characters__piper": ""}, "than _common"),
        ({"characters__pooky": "from . import everyone"}, "than _common"),
        ({"guests___common": "from .remy import x", "guests__remy": ""}, "than _common"),
    ],
)
def test_upward_imports_are_found(tmp_path: Path, files: dict[str, str], said: str) -> None:
    (wrong,) = upward_imports(made_up(tmp_path, **files))
    assert said in wrong


def test_imports_that_are_allowed_are_not_found(tmp_path: Path) -> None:
    package = made_up(
        tmp_path,
        **{
            "": "from innkeeper.cli import main\nfrom innkeeper.engine import table",
            "engine__table": "import random\nfrom . import drinks\nfrom innkeeper.engine.drinks import x",
            "engine__drinks": "from .. import __version__",
            "characters__init": "from innkeeper.characters import piper, pooky",
            "characters___common": "from innkeeper.engine import table",
            "characters__piper": "from innkeeper.characters._common import x",
            "characters__pooky__init": "from .moods import x\nfrom .. import _common",
            "characters__pooky__moods": "import innkeeper.cards",
            "cards__init": "import innkeeperish.cli",
            "cli__init": "",
            "cli__main": "import innkeeper.server, innkeeper.engine\nfrom .. import lab",
        },
    )
    assert upward_imports(package) == []


def test_circles_are_found(tmp_path: Path) -> None:
    package = made_up(
        tmp_path,
        engine__a="from . import b",
        engine__b="try:\n    from innkeeper.engine.c import x\nexcept ImportError:\n    pass",
        engine__c="class C:\n    import innkeeper.engine.a",
        engine__d="from .a import x",
    )
    (circle,) = import_circles(package)
    assert circle == " -> ".join(f"innkeeper.engine.{name}" for name in "abca")


def test_later_imports_make_no_circle(tmp_path: Path) -> None:
    package = made_up(
        tmp_path,
        engine__a="from . import b, c",
        engine__b="import typing\nif typing.TYPE_CHECKING:\n    from . import a\nelse:\n    from . import c",
        engine__c="def late():\n    from . import a",
    )
    assert import_circles(package) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        *((f"import {name}", f"import {name}") for name in sorted(NOT_IN_ENGINE)),
        ("from os.path import join", "import os.path"),
        ("def f():\n    import json, time", "import time"),
        ("def f():\n    global x\n    x = 1", "global x"),
        ("for x in {1, 2}:\n    pass", "takes a set"),
        ("for x in set(y):\n    pass", "takes a set"),
        ("for x in {z for z in y}:\n    pass", "takes a set"),
        ("for i, x in enumerate(list(set(y))):\n    pass", "takes a set"),
        ("for x in set(y) - z:\n    pass", "takes a set"),
        ("w = [x for x in frozenset(y)]", "takes a set"),
        ("w = list(set(y))", "takes a set"),
    ],
)
def test_impurities_of_the_engine_are_found(tmp_path: Path, text: str, said: str) -> None:
    (wrong,) = engine_impurities(made_up(tmp_path, engine__table=text))
    assert said in wrong
    assert wrong.startswith("innkeeper.engine.table:")


def test_a_pure_engine_is_left_alone(tmp_path: Path) -> None:
    text = """
        from . import random
        from .random import draw
        from innkeeper.engine import random as again
        import json
        for x in sorted(set(y)):
            pass
        known = {1, 2}
        all_of_it = {x for x in set(y)}
        if x in {1, 2} and len(set(y)) == 2:
            def f():
                nonlocal_ = 1
    """
    package = made_up(tmp_path, engine__table=text, engine__random="", bots__random="import random, time")
    assert engine_impurities(package) == []


DECK = """
    character: evil_pooky
    cards:
      - {title: "Have you met your worse half?", type: action}
      - {title: Water}
    boss_cards:
      - {title: "Drinking Contest!"}
      - nested: [{title: "Zot the Careless"}]
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# as for Evil Pooky", "evil pooky"),
        ("evil_pooky_count = 1", "evil pooky"),
        ("class EvilPookyState: ...", "evil pooky"),
        ("seats.remy = 1", "remy"),
        ("x = 'piper'", "piper"),
        *((f"x = {word!r}", word) for word in WORDS),
        ("def moods(): ...", "moods"),
        ("if title == 'Have you met your worse half?': ...", "have you met your worse half"),
        ("ZOT_THE_CARELESS = 1", "zot the careless"),
        ("# so that Zot the\n# Careless is found", "zot the careless"),
    ],
)
def test_names_in_the_engine_are_found(tmp_path: Path, text: str, said: str) -> None:
    package = made_up(
        tmp_path,
        engine__table=f"x = 1\n{text}",
        decks__evil_pooky__yaml=DECK,
        decks__drinks__yaml="drinks: [{title: Water}]",
        characters__init="",
        characters__piper="",
        guests__remy__init="",
    )
    (wrong,) = names_in_engine(package)
    assert f"says {said!r}" in wrong


def test_ordinary_words_in_the_engine_are_left_alone(tmp_path: Path) -> None:
    text = "water = drinks = moody = furious = evil = common = 1  # a drinking contest; a pipe; spooky"
    package = made_up(
        tmp_path,
        engine__table=text,
        decks__evil_pooky__yaml=DECK,
        decks__drinks__yaml="drinks: [{title: Water}]",
        characters___common="",
        characters__piper="",
        bots__random="pooky = piper = mood = 1",
    )
    assert names_in_engine(package) == []


def test_a_missing_engine_is_no_success(tmp_path: Path) -> None:
    package = made_up(tmp_path)
    (package / "engine" / "__init__.py").unlink()
    with pytest.raises(AssertionError, match="holds no modules"):
        engine_impurities(package)
    with pytest.raises(AssertionError, match="holds no modules"):
        names_in_engine(package)
