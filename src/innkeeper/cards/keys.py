"""The keys of the card format, the words that stand under them, and how much a file may hold."""

from __future__ import annotations

import re
from typing import Any, Final

from innkeeper.engine.standing import MARK_NAMES

ORIGINS: Final = ("seed", "public", "named", "reconstructed", "yours", "scenario")
PLAY_TYPES: Final = ("action", "sometimes", "anytime", "gambling", "cheating")
USE_KEYS: Final = (
    "moment",
    "by-family",
    "once",
    "chain",
    "type",
    "as",
    "when",
    "pick",
    "does",
    "cannot-be",
    "only-affected-by",
    "spares-non-players",
    "beats-any",
)
ONE_OF_USES_KEYS: Final = (*USE_KEYS, "rules")  # of one of several uses
FAMILY_KEYS: Final = ("called", "uses", *USE_KEYS)
CARD_KEYS: Final = (
    "count",
    "title",
    "family",
    "origin",
    "ours",
    "subtype",
    "uses",
    "in-front",
    "thing",
    "given-to",
    "counts-as",
    "rules",
    "owner",
    "pile",
    *USE_KEYS,
)
AGAIN_KEYS: Final = ("again", "count")
DRINK_KEYS: Final = (
    "count", "title", "origin", "ours", "alcohol", "fortitude", "chaser", "event", "instead-for", "splittable",
    "first", "does", "subtype", "in-front", "type", "rules",
)  # fmt: skip
DRINK_TYPES: Final = ("action", "anytime")  # what a Drink may be played as, from in front of somebody
SET_KEYS: Final = ("set", "drinks", "prizes", "events")
PRIZE_KEYS: Final = ("title", "origin", "ours", "subtype", "uses", "in-front", "rules", *USE_KEYS)
EVENT_KEYS: Final = ("count", "title", "origin", "ours", "subtype", "event", "rules")
EVENT_KINDS: Final = ("drink", "sea", "dungeon", "tavern", "gm")
NOT_FOR_EVENTS: Final = ("alcohol", "fortitude", "chaser", "instead-for", "splittable", "first", "does", "type", "in-front")
INSTEAD_KEYS: Final = ("alcohol", "fortitude")
DECK_KEYS: Final = ("character", "name", "traits", "plays", "cards", "piles", "effects", "kit", "boss")
BOSS_KEYS: Final = ("cards", "instead", "more", "hero", "settings")
BOSS_SETTINGS: Final = {"gold": (1, 99), "fortitude": (1, 60), "hand-size": (1, 15), "actions": (1, 5)}  # least, most
CANNOT: Final = ("negated", "ignored", "reduced")
IN_FRONT: Final[dict[str, Any]] = {
    "playable": ("owner", "holder"),
    "holds": tuple(MARK_NAMES),
    "until": ("next-turn",),
    "hand-size": int,
    "rule": str,
    "gone": str,  # the rule by which a thing in play goes when it is hurt
    "kept": str,  # the rule by which it comes to lie there
}
SLUG: Final = re.compile(r"[a-z][a-z0-9_]*")  # the short name of a character
MOST_COPIES: Final = 60
MOST_CARDS: Final = 200
MOST_STEPS: Final = 60  # of one use
