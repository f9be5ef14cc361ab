"""Decks made up at random from the words of the registry: whatever the loader takes, the engine must be able to play."""

from random import Random
from typing import Any

from innkeeper.cards.build import Builder
from innkeeper.cards.yaml12 import BadText, Document
from innkeeper.engine.registry import Arg, Vocabulary

TYPES = ("action", "anytime", "gambling", "cheating", "sometimes", "sometimes", "sometimes", "sometimes")


def deck(words: Vocabulary, families: list[str], chance: Random, builder: Builder, slug: str, cards: int = 40) -> int:
    """Add a deck of made-up cards to a builder; return how many cards the loader refused on the way."""
    entries: list[dict[str, Any]] = [{"count": 8, "title": "A game", "family": "gambling-start"}]
    refused = 0
    while len(entries) < cards:
        title = f"{slug} {len(entries)}"
        entry = {"title": title, "family": chance.choice(families)} if chance.random() < 0.3 else card(words, chance, title)
        probe = Builder(words)
        probe.families.update(builder.families)
        try:
            probe.add_deck(Document("made up", {"character": slug, "name": slug, "cards": [entries[0], entry]}))
        except BadText:
            refused += 1
        else:
            entries.append(entry)
    builder.add_deck(Document("made up", {"character": slug, "name": slug, "cards": entries}))
    return refused


def card(words: Vocabulary, chance: Random, title: str) -> dict[str, Any]:
    """Return a card with a program at random; it may make no sense."""
    kind = chance.choice(TYPES)
    made: dict[str, Any] = {"title": title, "type": kind, "does": steps(words, chance, 2)}
    if kind == "sometimes":
        name = chance.choice(sorted(words.triggers))
        made["when"] = {name: arguments(words, chance, words.triggers[name].args)}
    if chance.random() < 0.6:
        picks = [chance.choice(sorted(words.picks)) for _ in range(chance.choice((1, 1, 1, 2)))]
        made["pick"] = picks if len(picks) > 1 else picks[0]
    if chance.random() < 0.15:
        made["cannot-be"] = chance.sample(("negated", "ignored", "reduced"), chance.randint(1, 3))
    if chance.random() < 0.1:
        made["in-front"] = {"playable": chance.choice(("owner", "holder")), "hand-size": chance.choice((-2, 1))}
        made["does"].append({"put-in-front": {}})
    return made


def steps(words: Vocabulary, chance: Random, deep: int) -> list[dict[str, Any]]:
    """Return one to three steps."""
    found: list[dict[str, Any]] = []
    for _ in range(chance.choice((1, 1, 2, 3))):
        if deep and chance.random() < 0.1:
            who = chance.choice(sorted(words.selectors))
            options = {word: steps(words, chance, deep - 1) for word in ("this", "that")}
            found.append({"choose": {"who": who, "options": options}})
        elif deep and words.conditions and chance.random() < 0.1:
            branch = {"if": chance.choice(sorted(words.conditions)), "then": steps(words, chance, deep - 1)}
            found.append({**branch, "else": steps(words, chance, deep - 1)} if chance.random() < 0.5 else branch)
        else:
            name = chance.choice(sorted(words.verbs))
            found.append({name: arguments(words, chance, words.verbs[name].args)})
    return found


def arguments(words: Vocabulary, chance: Random, args: dict[str, Arg] | Any) -> dict[str, Any]:
    """Return arguments, those that must be there and some of the rest; one marker."""
    markers = [name for name, arg in args.items() if arg.kind == "stat"]
    marker = chance.choice(markers) if markers else ""
    found: dict[str, Any] = {}
    for name, arg in args.items():
        if arg.kind == "stat" and name != marker:
            continue
        if not arg.required and name != marker and chance.random() < 0.4:
            continue
        if arg.kind == "who":
            found[name] = chance.choice(sorted(words.selectors))
        elif arg.kind == "bool":
            found[name] = chance.random() < 0.5
        elif arg.kind == "word":
            found[name] = chance.choice(arg.words)
        elif arg.kind == "words":
            found[name] = chance.sample(arg.words, chance.randint(1, len(arg.words)))
        elif arg.kind == "title":
            found[name] = "A game"  # every deck has it
        elif words.amounts and arg.kind in ("number", "stat") and chance.random() < 0.1:
            found[name] = chance.choice(sorted(words.amounts))
        else:
            found[name] = chance.choice((1, 1, 2, 2, 3, 9))
    return found
