"""docs/card-format.md says what is: its lists of words are those of the registry, its deck is the one that ships.

After a change: `INNKEEPER_BLESS=1 pytest tests/cards/test_docs.py`.
"""

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from innkeeper.cards import keys
from innkeeper.cards.text import STANDING, happening
from innkeeper.engine import vocabulary
from innkeeper.engine.registry import Arg, Vocabulary

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs" / "card-format.md"


def table(head: str, rows: Iterable[tuple[str, str]]) -> str:
    lines = [f"| {head} | |", "| --- | --- |", *(f"| {name} | {text} |" for name, text in rows)]
    return "\n".join(lines)


def arguments(args: Mapping[str, Arg]) -> str:
    told = []
    for name, arg in args.items():
        values = f": {' / '.join(arg.words)}" if arg.words else ": true" if arg.kind == "bool" else ""
        told.append(f"{name}{values}" if arg.required or arg.kind == "stat" else f"[{name}{values}]")
    return f" {', '.join(told)}" if told else ""


def verbs(words: Vocabulary) -> str:
    rows = []
    for name, verb in sorted(words.verbs.items()):
        markers = [key for key, arg in verb.args.items() if arg.kind == "stat"]
        chosen: dict[str, object] = dict.fromkeys([*markers[:1], *(key for key in ("n",) if key in verb.args)], 2)
        chosen |= {key: "card called so" for key, arg in verb.args.items() if arg.kind == "title"}
        chosen |= {key: arg.words[0] for key, arg in verb.args.items() if arg.required and arg.words}
        who = "" if verb.who == "you" else f" (`who` is `{verb.who}` where nothing is said)"
        rows.append((f"`{name}`{arguments(verb.args)}", verb.say(chosen, words.selectors[verb.who].subject) + who))
    return table("verb", rows)


def moments(words: Vocabulary) -> str:
    rows = []
    for name, trigger in sorted(words.triggers.items()):
        needed = {key: arg.words[0] for key, arg in trigger.args.items() if arg.required}
        rows.append((f"`{name}`{arguments(trigger.args)}", trigger.text(needed)))
    return table("moment", rows)


def picks(words: Vocabulary) -> str:
    special = {"culprit": "whoever played what this answers; nothing is left to choose"}
    return table("pick", ((f"`{name}`", pick.text or special[name]) for name, pick in sorted(words.picks.items())))


def players(words: Vocabulary) -> str:
    return table("`who`", ((f"`{name}`", PLAYERS[name]) for name in sorted(words.selectors)))


PLAYERS = {
    "active": "the player whose turn it is",
    "all-picked": "everybody who was picked",
    "drinker": "the player who revealed the Drink",
    "each-other": "every player but you (and, in a team game, but your team)",
    "every": "every player, you included",
    "heroes": "every player who is no Villain",
    "holder": "the player in front of whom the card lies",
    "others-in-round": "every player of another party who is still in the Round",
    "picked": "the player who was picked, the first where there are several",
    "richest": "everybody than whom nobody has more Gold",
    "villains": "the Boss of a Boss Battle, unless it counts as a Hero even so",
    "weakest": "everybody than whom nobody has less Fortitude",
    "you": "the player of the card",
}


def sections() -> dict[str, str]:
    words = vocabulary.base()
    names = sorted([*words.amounts, *words.conditions])
    happenings = ((f"`{name}`", happening(text)) for name, text in words.moments.items())
    return {
        "words: verbs": verbs(words),
        "words: players": players(words),
        "words: picks": picks(words),
        "words: amounts": ", ".join(f"`{name}`" for name in names)
        or "The base game has none. Characters bring their own, which count on things that only they have, such as a Mood.",
        "words: moments": moments(words),
        "words: happenings": table("`moment`", happenings),
        "words: standing": table("`holds`", ((f"`{name}`", text) for name, text in STANDING.items())),
        "example": "```yaml\n" + (ROOT / "examples" / "my-deck.yaml").read_text("utf-8") + "```",
    }


def filled(text: str) -> str:
    for name, content in sections().items():
        before, found, after = re.split(rf"(<!-- {name} -->\n)", text, maxsplit=1)
        text = f"{before}{found}{content}\n{after[after.index('<!-- end -->') :]}"
    return text


def test_the_page_says_what_is() -> None:
    text = DOCS.read_text("utf-8")
    if os.environ.get("INNKEEPER_BLESS"):
        DOCS.write_text(filled(text), "utf-8")
        text = DOCS.read_text("utf-8")
    assert text == filled(text), "see the head of this file"


@pytest.mark.parametrize("listed", [keys.DECK_KEYS, keys.CARD_KEYS, keys.DRINK_KEYS, keys.SET_KEYS, keys.IN_FRONT, ("called",)])
def test_the_page_speaks_of_every_key(listed: Iterable[str]) -> None:
    text = DOCS.read_text("utf-8")
    # `rule` names the rule that an effect in front of somebody goes by; only cards with a ruling of their own have it.
    assert [key for key in listed if f"`{key}" not in text and key != "rule"] == []
