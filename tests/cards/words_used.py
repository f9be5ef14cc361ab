"""Which words of the registry some files use, down to arguments and the values of those that are words."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from innkeeper.engine.registry import Arg, Vocabulary

Word = tuple[str, ...]


def all_words(words: Vocabulary) -> set[Word]:
    """Return every verb, moment, argument, value of an argument, player, pick, amount and condition that there is."""
    found: set[Word] = {("who", name) for name in words.selectors} | {("pick", name) for name in words.picks}
    found |= {("amount", name) for name in words.amounts} | {("if", name) for name in words.conditions}
    for kind, entries in (("verb", words.verbs), ("when", words.triggers)):
        for name, entry in entries.items():
            found.add((kind, name))
            for key, arg in entry.args.items():
                found.add((kind, name, key))
                found |= {(kind, name, key, value) for value in arg.words}
    return found


def used_words(words: Vocabulary, sources: Iterable[Any]) -> set[Word]:
    """Return those that uses anywhere in these loaded files use."""
    found: set[Word] = set()
    for source in sources:
        for use in _uses(source):
            pick = use.get("pick", [])
            found |= {("pick", name) for name in ([pick] if isinstance(pick, str) else pick)}
            for name, args in use.get("when", {}).items():
                found |= _args("when", name, args, words.triggers[name].args)
            for steps in (use.get("first", []) if "title" in use else [], use.get("does", []), use.get("event", [])):
                found |= _steps(words, steps)
            if not isinstance(use.get("alcohol", 0), int):
                found.add(("amount", _name(use["alcohol"])))
    return found


def _uses(node: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(node, dict):
        if "does" in node or "event" in node or ("first" in node and "title" in node):
            yield node
        for value in node.values():
            yield from _uses(value)
    elif isinstance(node, list):
        for value in node:
            yield from _uses(value)


def _steps(words: Vocabulary, steps: list[dict[str, Any]]) -> set[Word]:
    found: set[Word] = set()
    for step in steps:
        if "if" in step:
            found |= {("if", _name(step["if"]))} | _steps(words, step["then"]) | _steps(words, step.get("else", []))
        elif "each" in step:
            found |= {("who", step["each"])} | _steps(words, step["does"])
        elif "pending" in step:
            found |= _steps(words, step["pending"])
        elif "choose" in step:
            found.add(("who", step["choose"].get("who", "you")))
            for inner in step["choose"]["options"].values():
                found |= _steps(words, inner)
        else:
            for name, args in step.items():
                verb = words.verbs[name]
                found |= _args("verb", name, args, verb.args) | {("who", args.get("who", verb.who))}
    return found


def _args(kind: str, name: str, args: Mapping[str, Any], known: Mapping[str, Arg]) -> set[Word]:
    found: set[Word] = {(kind, name)}
    for key, value in args.items():
        found.add((kind, name, key))
        for one in value if isinstance(value, list) else [value]:
            if known[key].words and one in known[key].words:
                found.add((kind, name, key, one))
            if known[key].kind in ("number", "stat") and not isinstance(one, int):
                found.add(("amount", _name(one)))
    return found


def _name(word: Any) -> str:
    return word if isinstance(word, str) else str(next(iter(word)))
