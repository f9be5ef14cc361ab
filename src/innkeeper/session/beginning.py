"""Sitting down to a game: a new one, or one that was saved. Who plays which seat, and which file it is written to."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import Any, Final, NamedTuple

from innkeeper.bots import NAMES, Bot, bot_seed, make
from innkeeper.bots.base import PREFIX
from innkeeper.engine import chance
from innkeeper.engine.game import seat_names
from innkeeper.engine.program import Catalog
from innkeeper.engine.state import NOBODY
from innkeeper.library import Table, catalog, catalog_with
from innkeeper.record import BadRecord, Header, Record, catalog_for
from innkeeper.record.record import deck_digest
from innkeeper.record.replay import go_through, start
from innkeeper.record.variants import read_variants, variant_words
from innkeeper.session.sitting import ME, Sitting, is_me

FIRST_GAME: Final = ("deirdre", "fiona", "gerki", "zot")
"""Who sits down where nobody says who: four characters that are easy to begin with."""

USUAL_BOT: Final = f"{PREFIX}steady" if "steady" in NAMES else f"{PREFIX}random"
"""Who plays the seats that nobody speaks of."""


class Refused(ValueError):
    """What was asked for cannot be done; the message is for the person who asked."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What game somebody asks for.

    seats: SEAT=WHO, clockwise; nothing for a first game.  seed: drawn where it is None.  first: whose turn is the first, a
    seat or "random".  decks: users' own deck files.  save: where to, instead of the folder of games.  watch: bots only.
    variants: as `record.variants` reads them.
    """

    seats: tuple[str, ...] = ()
    seed: int | None = None
    first: str | None = None
    decks: tuple[Path, ...] = ()
    save: Path | None = None
    watch: bool = False
    variants: tuple[str, ...] = ()


class Settled(NamedTuple):
    """What a wish comes to: the cards, the seed, who sits where and who plays them, the variants as a table takes them."""

    cards: Catalog
    seed: int
    seats: tuple[str, ...]
    plays: tuple[str, ...]
    variants: dict[str, Any]


def settled(wish: Wish, cards: Catalog | None = None) -> Settled:
    """Return what a wish comes to, though it may make no game yet. Raises ValueError (Refused, BadText), OSError.

    cards: those of the wish, where they are known already.
    """
    cards = cards or (catalog_with(wish.decks) if wish.decks else catalog())
    seed = wish.seed if wish.seed is not None else SystemRandom().randrange(1_000_000)
    seats, plays = _seats(wish.seats, cards, wish.watch) if wish.seats else _first_game(seed, wish.watch)
    names = seat_names(seats)
    variants = read_variants(wish.variants, names, sorted(cards.variants))
    if wish.first is not None:
        if wish.first != "random" and wish.first not in names:
            raise Refused(f'there is no seat "{wish.first}"; there are: {", ".join(names)}, or random.')
        variants["first"] = wish.first if wish.first == "random" else names.index(wish.first)
    return Settled(cards, seed, seats, plays, variants)


def new_game(wish: Wish) -> Sitting:
    """Seat people and bots, and deal. Raises ValueError (Refused, BadText), OSError."""
    cards, seed, seats, plays, variants = settled(wish)
    try:
        table = Table.new(seats, variants, seed, cards)
    except ValueError as error:
        raise Refused(f"{error}.") from None
    header = Header(
        seats=seats,
        seed=seed,
        plays=plays,
        variants=variants,
        decks=tuple((path.name, deck_digest(path)) for path in wish.decks),
        cards=cards.digest,
    )
    mine = [slug for slug, who in zip(seats, plays, strict=True) if is_me(who)]
    where = wish.save.expanduser() if wish.save is not None else new_file((mine or list(seats))[0])
    return Sitting(table, Record(header), players(plays, seed), where)


def rematch(over: Sitting, decks: Sequence[Path] = ()) -> Sitting:
    """Deal another game to the same people and bots, in their seats and variants; the first turn is drawn where it may be."""
    words = tuple(f"{slug}={who}" for slug, who in zip(over.record.header.seats, over.plays, strict=True))
    variants = variant_words(over.record.header.variants, over.table.game.names)
    first = None if over.table.game.first != NOBODY else "random"
    return new_game(Wish(words, first=first, decks=tuple(decks), variants=tuple(variants)))


def _seats(words: Sequence[str], cards: Catalog, watch: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return characters and who plays them. Of seats that say nothing the first is yours, unless another one is."""
    parts = [word.partition("=") for word in words]
    seats = []
    for name, _, _ in parts:
        slug = slug_of(name)
        there = ", ".join(sorted(other for other, sheet in cards.sheets.items() if not sheet.kit))
        if slug not in cards.sheets:
            raise Refused(f'there is no character "{name}"; there are: {there}.')
        if cards.sheets[slug].kit:
            raise Refused(
                f'"{name}" is a guest, a few cards for cases of the rulebook, and sits at no table; there are: {there}.'
            )
        seats.append(slug)
    mine = watch or any(sign and is_me(who) for _, sign, who in parts)
    plays = []
    for _, sign, who in parts:
        if not sign:
            who, mine = (USUAL_BOT, mine) if mine else (ME, True)
        plays.append(_who(who))
    if watch and any(map(is_me, plays)):
        raise Refused("who watches does not play: leave out what is played by me, or --watch.")
    return tuple(seats), tuple(plays)


def slug_of(name: str) -> str:
    """Return a character's slug from how it was typed."""
    return name.strip().lower().replace("-", "_")


def _who(word: str) -> str:
    if is_me(word):
        if word.split() != [word] or word == f"{ME}:":
            raise Refused(f'"{word}": a name is one word, as in me:Ann.')
        return word
    try:
        make(word, 0)
    except ValueError as error:
        raise Refused(f'a seat is played by "me" (or "me:Ann") or by a bot: {error}') from None
    return word if word.startswith("bot:") else f"bot:{word}"


def _first_game(seed: int, watch: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    order = chance.shuffled(chance.seeded(seed), range(len(FIRST_GAME)))[1]
    return tuple(FIRST_GAME[i] for i in order), (USUAL_BOT if watch else ME, *[USUAL_BOT] * (len(FIRST_GAME) - 1))


def players(plays: Sequence[str], seed: int) -> list[Bot | None]:
    """Return who plays: a bot for each seat, None for a person."""
    return [None if is_me(who) else make(who, bot_seed(seed, seat)) for seat, who in enumerate(plays)]


def games_folder() -> Path:
    """Return the folder that games are saved in."""
    state = os.environ.get("XDG_STATE_HOME", "")
    base = Path(state) if state and Path(state).is_absolute() else Path.home() / ".local" / "state"
    return base / "innkeeper" / "games"


def new_file(name: str) -> Path:
    """Return where a new game is written to, called after the time and somebody in it."""
    stem = f"{time.strftime('%Y-%m-%d-%H%M%S')}-{name}"
    path = games_folder() / f"{stem}.record"
    number = 2
    while path.exists():
        path = games_folder() / f"{stem}-{number}.record"
        number += 1
    return path


def newest_unfinished() -> Path | None:
    """Return the saved game that was played last and is not over, or None."""
    folder = games_folder()
    files = [path for path in folder.glob("*.record") if path.is_file()] if folder.is_dir() else []
    for path in sorted(files, key=lambda p: (p.stat().st_mtime_ns, p.name), reverse=True):
        try:
            if Record.load(path).over is None:
                return path
        except (BadRecord, OSError):
            continue
    return None


def saved_game(file: Path | None, words: Sequence[str] = (), decks: Sequence[Path] = (), save: Path | None = None) -> Sitting:
    """Go on with a saved game, the newest unfinished one without `file`; `words`: SEAT=WHO, for who plays now.

    Raises ValueError (Refused, BadRecord, BadText), OSError.
    """
    path = file.expanduser() if file is not None else newest_unfinished()
    if path is None:
        raise Refused(f"there is no unfinished game in {games_folder()}. innkeeper play begins one.")
    record = Record.load(path)
    if record.over is not None:
        raise Refused(f"this game is over. innkeeper replay {path} tells it again.")
    table = start(record, catalog_for(record, decks))
    plays = list(record.header.plays) or [ME] * len(table.out)
    for word in words:
        name, sign, who = word.partition("=")
        if name not in table.game.names or not sign:
            raise Refused(f"say SEAT=me or SEAT=bot:random for a seat of this game: {', '.join(table.game.names)}.")
        plays[table.game.names.index(name)] = _who(who)
    seated = players(plays, record.header.seed)
    for at, _, _ in go_through(record, table):
        assert at.decision is not None
        bot = seated[at.decision.seat]
        if bot is not None:
            bot.skip()
    if save is None:
        record.go_on()
    return Sitting(table, record, seated, save.expanduser() if save is not None else path, plays)
