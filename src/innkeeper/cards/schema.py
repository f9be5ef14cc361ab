"""The JSON Schema (draft 2020-12) of the three kinds of file: a deck, a set, families. Generated from the registry.

It is for editors, which can complete and check with it as somebody writes. `cards.build` is the judge: a schema cannot say that
a title stands twice, that a deck has too many cards, or that nobody was picked.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import Any, Final

from innkeeper.cards import keys
from innkeeper.engine.registry import Arg, Verb, Vocabulary

SHIPPED: Final = "card-format.schema.json"
_TEXT: Final[dict[str, Any]] = {"type": "string", "pattern": r"\S"}
_PILES: Final[dict[str, Any]] = {
    "type": "object",
    "additionalProperties": {"type": "array", "items": {"$ref": "#/$defs/beside"}},
}
_COUNT: Final[dict[str, Any]] = {"type": "integer", "minimum": 1, "maximum": keys.MOST_COPIES}
_NUMBER: Final[dict[str, Any]] = {"type": "integer", "minimum": -20, "maximum": 20}


def schema(words: Vocabulary, families: Iterable[str]) -> dict[str, Any]:
    """Return the schema for the words of a registry; a card may name one of `families`."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Innkeeper card files",
        "description": "A character's deck (it says `character`), a set (`set`) of Drinks, Prizes or Events, or families.",
        "type": "object",
        "if": {"required": ["character"]},
        "then": {"$ref": "#/$defs/deck"},
        "else": {"if": {"required": ["set"]}, "then": {"$ref": "#/$defs/drinks"}, "else": {"$ref": "#/$defs/families"}},
        "$defs": {
            "deck": _deck(),
            "drinks": _set(),
            "families": {"type": "object", "additionalProperties": {"$ref": "#/$defs/family"}},
            "card": _card(sorted(families)),
            # In a side pile, or what counts as a card and is none: it may do nothing, or be a Drink of the character's own.
            "beside": {
                "if": {"required": ["again"]},
                "then": _object({"again": _TEXT, "count": _COUNT}, keys.AGAIN_KEYS, ("again",)),
                "else": {
                    "if": {"required": ["alcohol"]},
                    "then": {"$ref": "#/$defs/drink"},
                    "else": _card(sorted(families), may_do_nothing=True),
                },
            },
            "drink": _drink(),
            "prize": _prize(),
            "event": _event(),
            "family": _family(),
            "use": _use(),
            "program": {"type": "array", "items": {"$ref": "#/$defs/step"}},
            "step": {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in ("verb", "branch", "choice", "part", "each")]},
            "each": _object(
                {"each": {"$ref": "#/$defs/player"}, "does": {"$ref": "#/$defs/program"}}, ("each", "does"), ("each", "does")
            ),
            "part": _object({"pending": {"$ref": "#/$defs/program"}}, ("pending",), ("pending",)),
            "verb": {
                "type": "object",
                "properties": {name: _verb(verb) for name, verb in sorted(words.verbs.items())},
                "additionalProperties": False,
                "minProperties": 1,
                "maxProperties": 1,
            },
            "branch": _branch(),
            "choice": _choice(),
            "moment": {
                "type": "object",
                "properties": {name: _args(trigger.args) for name, trigger in sorted(words.triggers.items())},
                "additionalProperties": False,
                "minProperties": 1,
                "maxProperties": 1,
            },
            "player": {"enum": sorted(words.selectors)},
            "pick": {"enum": sorted(words.picks)},
            "happening": {"enum": sorted(words.moments)},
            "condition": {"anyOf": _called({name: word.args for name, word in words.conditions.items()})},
            "amount": {
                "anyOf": [
                    {"type": "integer", "minimum": 1, "maximum": 99},
                    *_called({name: word.args for name, word in words.amounts.items()}),
                ]
            },
        },
    }


def schema_text(words: Vocabulary, families: Iterable[str]) -> str:
    """Return the schema as the text of the file that ships."""
    return json.dumps(schema(words, families), indent=2, ensure_ascii=False) + "\n"


def shipped_text() -> str:
    """Return the file that ships with the package."""
    return (resources.files("innkeeper.cards") / SHIPPED).read_text("utf-8")


def _object(properties: Mapping[str, Any], known: Iterable[str], needed: Iterable[str]) -> dict[str, Any]:
    # A key that the loader takes and this module does not describe yet may be anything; a test finds it.
    properties = {key: properties.get(key, {}) for key in known}
    return {"type": "object", "properties": properties, "additionalProperties": False, "required": list(needed)}


def _deck() -> dict[str, Any]:
    return _object(
        {
            "character": {"type": "string", "pattern": f"^{keys.SLUG.pattern}$"},
            "name": _TEXT,
            "traits": {"type": "array", "items": _TEXT},
            "plays": _TEXT,
            "kit": {"type": "boolean"},
            "cards": {"type": "array", "items": {"$ref": "#/$defs/card"}, "minItems": 1},
            "effects": {"type": "array", "items": {"$ref": "#/$defs/beside"}},
            "piles": _PILES,
            "boss": _object(
                {
                    "cards": {"type": "array", "items": {"$ref": "#/$defs/card"}},
                    "instead": _PILES,
                    "more": _PILES,
                    "hero": {"type": "boolean"},
                    "settings": {
                        "type": "object",
                        "propertyNames": {"pattern": "^[1-7]$"},
                        "additionalProperties": _object(
                            {
                                key: {"type": "integer", "minimum": least, "maximum": most}
                                for key, (least, most) in keys.BOSS_SETTINGS.items()
                            },
                            tuple(keys.BOSS_SETTINGS),
                            (),
                        ),
                    },
                },
                keys.BOSS_KEYS,
                ("cards",),
            ),
        },
        keys.DECK_KEYS,
        ("character", "name", "cards"),
    )


def _set() -> dict[str, Any]:
    return {
        **_object(
            {
                "set": _TEXT,
                "drinks": {"type": "array", "items": {"$ref": "#/$defs/drink"}, "minItems": 1},
                "prizes": {"type": "array", "items": {"$ref": "#/$defs/prize"}, "minItems": 1},
                "events": {"type": "array", "items": {"$ref": "#/$defs/event"}, "minItems": 1},
            },
            keys.SET_KEYS,
            ("set",),
        ),
        "anyOf": [{"required": [key]} for key in ("drinks", "prizes", "events")],
    }


def _use_properties() -> dict[str, Any]:
    return {
        "type": {"enum": [*keys.PLAY_TYPES, "event", "part"]},
        "moment": {"$ref": "#/$defs/happening"},
        "by-family": _TEXT,
        "once": {"type": "boolean"},
        "chain": _TEXT,
        "as": _TEXT,
        "when": {"type": "object"},
        "pick": {"anyOf": [{"$ref": "#/$defs/pick"}, {"type": "array", "items": {"$ref": "#/$defs/pick"}}]},
        "does": {"$ref": "#/$defs/program"},
        "cannot-be": {"type": "array", "items": {"enum": list(keys.CANNOT)}},
        "only-affected-by": _TEXT,
        "spares-non-players": {"type": "boolean"},
        "beats-any": {"type": "boolean"},
    }


def _use_rules() -> list[dict[str, Any]]:
    """What one key asks of another in a use."""
    return [
        {
            "if": {
                "properties": {"type": {"const": "sometimes"}, "moment": False},
                "required": ["type"],
            },
            "then": {"properties": {"when": {"$ref": "#/$defs/moment"}}, "required": ["when"]},
            "else": {"properties": {"when": {"maxProperties": 0}}},
        },
        {
            "if": {"required": ["beats-any"]},
            "then": {"properties": {"type": {"const": "gambling"}}},
        },
    ]


def _use() -> dict[str, Any]:
    properties = {**_use_properties(), "rules": {"type": "array", "items": _TEXT}}
    return {**_object(properties, keys.ONE_OF_USES_KEYS, ("type", "does")), "allOf": _use_rules()}


def _family() -> dict[str, Any]:
    uses = {"type": "array", "items": {"$ref": "#/$defs/use"}, "minItems": 1}
    whole = _object({"called": _TEXT, "uses": uses, **_use_properties()}, keys.FAMILY_KEYS, ())
    return {
        **whole,
        "if": {"required": ["uses"]},
        "then": _none_of(keys.USE_KEYS),
        "else": {"required": ["type", "does"], "allOf": _use_rules()},
    }


def _card(families: list[str], may_do_nothing: bool = False) -> dict[str, Any]:
    whole = _object(
        {
            "count": _COUNT,
            "title": _TEXT,
            "family": {"enum": families},
            "origin": {"enum": list(keys.ORIGINS)},
            "ours": _TEXT,
            "subtype": _TEXT,
            "uses": {"type": "array", "items": {"$ref": "#/$defs/use"}, "minItems": 1},
            "in-front": _in_front(),
            "thing": _TEXT,
            "given-to": {"enum": ["owner"]},
            "counts-as": {"enum": families},
            "rules": {"type": "array", "items": _TEXT},
            "owner": _TEXT,
            "pile": _TEXT,
            **_use_properties(),
        },
        keys.CARD_KEYS,
        ("title",),
    )
    own = {
        "if": {"anyOf": [{"required": [key]} for key in keys.USE_KEYS]},
        "then": {"required": ["type", "does"], "allOf": _use_rules()},
    }
    if not may_do_nothing:
        own["else"] = {"anyOf": [{"required": ["in-front"]}, {"required": ["thing"]}]}
    return {
        **whole,
        "if": {"required": ["family"]},
        "then": _none_of((*keys.USE_KEYS, "uses", "counts-as")),
        "else": {"if": {"required": ["uses"]}, "then": _none_of(keys.USE_KEYS), "else": own},
    }


def _in_front() -> dict[str, Any]:
    in_front: dict[str, Any] = {}
    for key, kind in keys.IN_FRONT.items():
        if key == "holds":
            in_front[key] = {"type": "array", "items": {"enum": list(kind)}}
        elif kind is int:
            in_front[key] = {"type": "integer", "minimum": -7, "maximum": 7}
        else:
            in_front[key] = _TEXT if kind is str else {"enum": list(kind)}
    return _object(in_front, keys.IN_FRONT, ())


def _drink() -> dict[str, Any]:
    program = {"$ref": "#/$defs/program"}
    whole = _object(
        {
            "count": _COUNT,
            "title": _TEXT,
            "origin": {"enum": list(keys.ORIGINS)},
            "ours": _TEXT,
            "subtype": _TEXT,
            "alcohol": {"anyOf": [_NUMBER, {"$ref": "#/$defs/amount"}]},
            "fortitude": _NUMBER,
            "chaser": {"type": "boolean"},
            "event": program,
            "first": program,
            "does": program,
            "type": {"enum": list(keys.DRINK_TYPES)},
            "rules": {"type": "array", "items": _TEXT},
            "splittable": {"type": "boolean"},
            "in-front": _in_front(),
            "instead-for": {
                "type": "object",
                "additionalProperties": _object(dict.fromkeys(keys.INSTEAD_KEYS, _NUMBER), keys.INSTEAD_KEYS, ()),
            },
        },
        keys.DRINK_KEYS,
        ("title",),
    )
    kind = {"properties": {"subtype": {"enum": list(keys.EVENT_KINDS)}}}
    return {**whole, "if": {"required": ["event"]}, "then": {"allOf": [_none_of(keys.NOT_FOR_EVENTS), kind]}}


def _event() -> dict[str, Any]:
    return _object(
        {
            "count": _COUNT,
            "title": _TEXT,
            "origin": {"enum": list(keys.ORIGINS)},
            "ours": _TEXT,
            "subtype": {"enum": list(keys.EVENT_KINDS)},
            "event": {"$ref": "#/$defs/program"},
            "rules": {"type": "array", "items": _TEXT},
        },
        keys.EVENT_KEYS,
        ("title", "event"),
    )


def _prize() -> dict[str, Any]:
    in_front = _in_front()
    in_front["properties"] = {key: value for key, value in in_front["properties"].items() if key != "playable"}
    own = ("title", "origin", "ours", "subtype", "rules")
    use = {"if": {"required": ["moment"]}, "then": {"required": ["does"]}, "else": {"required": ["type", "does"]}}
    properties = _use_properties()
    properties["type"] = {"enum": [*properties["type"]["enum"], "prize"]}
    one = {**_object({**properties, "rules": {"type": "array", "items": _TEXT}}, keys.ONE_OF_USES_KEYS, ()), **use}
    card = _card([])["properties"]
    whole = _object(
        {
            **{key: card[key] for key in own},
            **properties,
            "in-front": in_front,
            "uses": {"type": "array", "items": {**one, "allOf": _use_rules()}, "minItems": 1},
        },
        keys.PRIZE_KEYS,
        ("title",),
    )
    return {
        **whole,
        "if": {"required": ["uses"]},
        "then": _none_of(keys.USE_KEYS),
        "else": {
            "if": {"anyOf": [{"required": [key]} for key in keys.USE_KEYS]},
            "then": {**use, "allOf": _use_rules()},
            "else": {"required": ["in-front"]},
        },
    }


def _none_of(unwanted: Iterable[str]) -> dict[str, Any]:
    return {"properties": dict.fromkeys(unwanted, False)}


def _branch() -> dict[str, Any]:
    return _object(
        {
            "if": {"$ref": "#/$defs/condition"},
            "then": {"$ref": "#/$defs/program"},
            "else": {"$ref": "#/$defs/program"},
        },
        ("if", "then", "else"),
        ("if", "then"),
    )


def _choice() -> dict[str, Any]:
    return _object(
        {
            "choose": _object(
                {
                    "who": {"$ref": "#/$defs/player"},
                    "options": {
                        "type": "object",
                        "additionalProperties": {"$ref": "#/$defs/program"},
                        "minProperties": 2,
                    },
                },
                ("who", "options"),
                ("options",),
            )
        },
        ("choose",),
        ("choose",),
    )


def _verb(verb: Verb) -> dict[str, Any]:
    markers = [name for name, arg in verb.args.items() if arg.kind == "stat"]
    found = _args(verb.args)
    if len(markers) == 1:
        found["required"] = sorted({*found["required"], *markers})
    elif markers:
        found["oneOf"] = [{"required": [name]} for name in markers]
    return found


def _called(known: Mapping[str, Mapping[str, Arg]]) -> list[dict[str, Any]]:
    """A word, or a word with its arguments; a word that must have some does not stand alone."""
    alone = sorted(name for name, args in known.items() if not any(arg.required for arg in args.values()))
    with_args = {name: _args(args) for name, args in sorted(known.items())}
    whole = {
        "type": "object",
        "properties": with_args,
        "additionalProperties": False,
        "minProperties": 1,
        "maxProperties": 1,
    }
    return [{"enum": alone}, whole]


def _args(args: Mapping[str, Arg]) -> dict[str, Any]:
    return _object({name: _arg(arg) for name, arg in args.items()}, args, [name for name, arg in args.items() if arg.required])


def _arg(arg: Arg) -> dict[str, Any]:
    if arg.kind in ("who", "to"):
        return {"$ref": "#/$defs/player"}
    if arg.kind in ("number", "stat"):
        return {"$ref": "#/$defs/amount"}
    if arg.kind == "int":
        return {"type": "integer", "minimum": -99, "maximum": 99}
    if arg.kind == "title":
        return _TEXT
    if arg.kind == "bool":
        return {"type": "boolean"}
    if arg.kind == "word":
        return {"enum": list(arg.words)}
    if arg.kind == "slugs":
        return {"type": "array", "items": {"type": "string", "pattern": f"^{keys.SLUG.pattern}$"}}
    if arg.kind == "words":
        return {"type": "array", "items": {"enum": list(arg.words)}}
    return {"$ref": "#/$defs/program"}
