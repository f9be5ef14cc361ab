"""What a person typed, and which of the things on offer it means: a number, a name, or the beginning of a word of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from innkeeper.cards.titles import plain

_VERBS: Final = ("play", "order", "discard", "choose", "pick", "take")


class Unclear(ValueError):
    """What was typed means nothing here, or several things; the message says which."""


def split(typed: str) -> tuple[str, str]:
    """Return the first word in small letters, and what stands behind it."""
    first, _, rest = typed.strip().partition(" ")
    return first.lower(), rest.strip()


def number_in(text: str) -> int | None:
    """Return the number that a text is, or None; one with too many digits for any list counts as a very high one."""
    if not re.fullmatch("-?[0-9]+", text):
        return None
    return int(text[:8])


def match(typed: str, names: Sequence[str]) -> int:
    """Return the position of the name that is meant. Raises Unclear for none, or for several.

    A number counts from 1. Words are compared without case, accents and punctuation: the whole name, else the beginning of
    one, else the beginning of one of its words, else any part of it; the first of these that fits anything decides. Names
    that are spelled alike are one thing, and the first of them is meant.
    """
    text = typed.strip()
    number = number_in(text)
    if number is not None:
        if not 1 <= number <= len(names):
            raise Unclear(
                f"There is no {number}; the numbers go from 1 to {len(names)}." if names else "There is nothing to choose."
            )
        return number - 1
    found = _matches(text, names)
    if not found:
        verb, rest = split(text)
        if verb in _VERBS and rest:
            return match(rest, names)
        raise Unclear(f'"{text}" is none of these. Type a number, or part of a name; ? helps.')
    if len({names[i] for i in found}) > 1:
        raise Unclear(f'"{text}" could be {_either([names[i] for i in found])}. Type more of it, or a number.')
    return found[0]


def match_several(typed: str, names: Sequence[str]) -> list[int]:
    """Return the positions that are meant by several numbers or names, divided by spaces or commas, each one once.

    Names that are spelled alike are taken one after the other ("drink drink" means two of them). Raises Unclear.
    """
    if typed.strip().lower() in ("all", "everything"):
        return list(range(len(names)))
    chosen: list[int] = []
    for part in [part for part in re.split("[,;]", typed) if part.strip()]:
        for word, position in _one_or_more(part.strip(), names):
            if position in chosen and number_in(word) is None:
                alike = [i for i, name in enumerate(names) if name == names[position] and i not in chosen]
                if not alike:
                    raise Unclear(f'"{names[position]}" is named more often than it is there.')
                position = alike[0]
            if position not in chosen:
                chosen.append(position)
    return sorted(chosen)


def _one_or_more(part: str, names: Sequence[str]) -> list[tuple[str, int]]:
    """Take a part as one name if it can be that, else as several words, each of which means something."""
    try:
        return [(part, match(part, names))]
    except Unclear:
        words = part.split()
        if len(words) == 1:
            raise
        return [(word, match(word, names)) for word in words]


def _matches(text: str, names: Sequence[str]) -> list[int]:
    wanted = plain(text)
    if not wanted:
        return []
    whole = [plain(name) for name in names]
    tiers = (
        [name == wanted for name in whole],
        [name.startswith(wanted) for name in whole],
        [any(plain(tail).startswith(wanted) for tail in _tails(name)) for name in names],
        [wanted in name for name in whole],
    )
    for fits in tiers:
        if any(fits):
            return [i for i, fit in enumerate(fits) if fit]
    return []


def _tails(name: str) -> list[str]:
    parts = name.replace("-", " ").split()
    return [" ".join(parts[i:]) for i in range(len(parts))]


def _either(names: Sequence[str]) -> str:
    alike = [f'"{name}"' for name in dict.fromkeys(names)]
    if len(alike) > 4:
        return f"{', '.join(alike[:4])} or {len(alike) - 4} more"
    return f"{', '.join(alike[:-1])} or {alike[-1]}"
