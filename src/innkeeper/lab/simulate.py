"""Many games between bots, on several processes: the same games and the same results however many processes there are.

Every game has a seed of its own, made from the run's seed and the game's number; its seats (where they are drawn), its
cards and its bots follow from that seed alone, so that any game can be played again by itself.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from innkeeper.bots import Blind, bot_seed, decide, make
from innkeeper.engine import chance
from innkeeper.engine.game import seat_names
from innkeeper.engine.program import Catalog
from innkeeper.engine.table import LEAST_SEATS, MOST_SEATS
from innkeeper.lab.check import Checker
from innkeeper.library import Table, catalog, catalog_with
from innkeeper.record.variants import BOSS, TEAMS, turned, variant_words

ANY: Final = "any"
"""In place of seats: every game draws them from all characters, 2 to 8 or as many as bots are named. In place of one of them:
that one is drawn."""

MOST_DECISIONS: Final = 100_000
"""A game that has not ended after so many decisions counts as failed; random games take some hundreds."""

_CHUNK: Final = 10
_MIX: Final = 0x5EED  # so that variants are drawn unlike anything else of a game


class Endless(RuntimeError):
    """A game went on beyond MOST_DECISIONS."""


class Stopped(RuntimeError):
    """A process that played games is gone (killed, or out of memory)."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What the games of a run have in common; small and plain, so that it can be handed to another process.

    seats: character slugs clockwise, ANY where one is drawn; or () to draw them all anew for each game.  bots: the name of
    the bot at each seat, or one for all.  seed: of the run.  check: whether every position is examined (`lab.check`).
    decks: users' own deck files.  rotate: from game to game characters move on by a seat, and once they are round, so do
    bots: over a whole number of cycles (seats times seats games; where seats are drawn, as many games as seats) every bot
    sits everywhere, with every character.  apart: where seats are drawn, no character comes twice in a game.  mix: the names
    of variants that a game may be played with, beside `variants`: which of them are is drawn anew for each.
    cycle: tables to play in turn, each as (seats, variants), in place of `seats` and `variants`.
    """

    seats: tuple[str, ...] = ()
    bots: tuple[str, ...] = ("random",)
    seed: int = 0
    check: bool = False
    variants: Mapping[str, Any] = field(default_factory=dict)
    decks: tuple[str, ...] = ()
    rotate: bool = False
    apart: bool = False
    mix: tuple[str, ...] = ()
    cycle: tuple[tuple[tuple[str, ...], Mapping[str, Any]], ...] = ()

    def validate(self) -> None:
        """Raises ValueError (BadText for a deck file) where no game could be made of this."""
        for name in self.bots:
            make(name, 0)
        if self.seats and len(self.bots) not in (1, len(self.seats)):
            raise ValueError(f"there are {len(self.seats)} seats and {len(self.bots)} bots; name one bot, or one for each seat")
        if len(self.bots) > MOST_SEATS:
            raise ValueError(f"a game has {LEAST_SEATS} to {MOST_SEATS} seats; these are {len(self.bots)} bots")
        new_table(self, game_seed(self.seed, 0))

    def arranged(self, seed: int, number: int) -> Setup:
        """Return the same for one game alone: its characters drawn, everybody in their seat, a bot named for each."""
        if self.cycle:
            seats, variants = self.cycle[number % len(self.cycle)]
            return replace(self, seats=seats, variants=variants, cycle=()).arranged(seed, number)
        cards = _catalog(self.decks)
        seats = self.seats or draw_seats(cards, seed, len(self.bots) if len(self.bots) > 1 else 0, self.apart)
        if ANY in seats:
            seats = fill_seats(cards, seed, seats, self.apart)
        n = len(seats)
        variants = {**draw_variants(cards, seed, seats, self.mix), **self.variants} if self.mix else self.variants
        bots = self.bots if len(self.bots) > 1 else self.bots * n
        if self.rotate and self.seats:
            seats = _moved_on(seats, number)
            bots = _moved_on(bots, number // n)
            variants = turned(variants, number, n)
        elif self.rotate:
            bots = _moved_on(bots, number)
        return replace(self, seats=seats, bots=bots, variants=variants, mix=(), rotate=False)


def _moved_on(what: tuple[str, ...], places: int) -> tuple[str, ...]:
    places %= len(what)
    return what[-places:] + what[:-places] if places else what


@dataclass(frozen=True, slots=True)
class GameResult:
    """How one game went. reasons, bots: per seat; a reason is "" for one who was never out.

    sides: the party of each seat, () where everybody was their own.  boss: the Boss's seat, or -1.  variants: as words.
    """

    number: int
    seed: int
    seats: tuple[str, ...]
    winners: tuple[int, ...]
    reasons: tuple[str, ...]
    turns: int
    decisions: int
    bots: tuple[str, ...] = ()
    sides: tuple[int, ...] = ()
    boss: int = -1
    variants: tuple[str, ...] = ()

    @property
    def tied(self) -> bool:
        """Whether several won who are not on one side."""
        return len({self.sides[seat] if self.sides else seat for seat in self.winners}) > 1


@dataclass(frozen=True, slots=True)
class GameFailure:
    """A game that broke: decision is the number of the choice that did it, from 1 (0 where the table could not be made)."""

    number: int
    seed: int
    seats: tuple[str, ...]
    decision: int
    error: str
    bots: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()

    def how_to_replay(self, setup: Setup) -> str:
        """Return the command that shows this game."""
        parts = ["innkeeper replay", f"--seed {self.seed}", f"--seats {','.join(self.seats) or ANY}"]
        bots = [name.removeprefix("bot:") for name in self.bots or setup.bots]
        if set(bots) != {"random"}:
            parts.append(f"--bots {','.join(bots if len(set(bots)) > 1 else bots[:1])}")
        parts += [f"--variant {word}" for word in self.variants]
        parts += [f"--deck {name}" for name in setup.decks]
        parts.append("--check" if setup.check else "")
        return " ".join(part for part in parts if part)


Played = GameResult | GameFailure


@dataclass(frozen=True, slots=True)
class Share:
    """How often out of how many, with the 95 % interval of Wilson."""

    count: int
    of: int

    @property
    def value(self) -> float:
        """The share itself, 0 to 1; 0 of nothing is 0."""
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The bounds, 0 to 1, between which the true share lies with 95 % confidence."""
        return wilson(self.count, self.of)


def wilson(count: int, of: int, z: float = 1.959963984540054) -> tuple[float, float]:
    """Return Wilson's score interval for a share; (0, 1) for nothing at all."""
    if not of:
        return 0.0, 1.0
    p = count / of
    middle = p + z * z / (2 * of)
    half = z * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    scale = 1 + z * z / of
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


@dataclass(slots=True)
class CharacterTally:
    """One character, or one kind of bot, over all games.

    expected: the wins it would have if every seat of a game won as often as the next.
    """

    seats: int = 0
    wins: int = 0
    ties: int = 0
    expected: float = 0.0
    reasons: Counter[str] = field(default_factory=Counter)

    @property
    def share(self) -> Share:
        """Wins (ties not counted) out of the seats it took."""
        return Share(self.wins, self.seats)


@dataclass(slots=True)
class Summary:
    """What a run came to. Lengths are listed in the order of the games.

    bots: by name, without its prefix.  bosses: how often the Boss won, by character and number of
    Challengers.  before: how many games had been played when the run was resumed.
    """

    setup: Setup
    asked: int
    games: int = 0
    ties: int = 0
    characters: dict[str, CharacterTally] = field(default_factory=dict)
    bots: dict[str, CharacterTally] = field(default_factory=dict)
    bosses: dict[tuple[str, int], Share] = field(default_factory=dict)
    places: list[Share] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)
    failures: list[GameFailure] = field(default_factory=list)
    seconds: float = 0.0
    interrupted: bool = False
    before: int = 0

    def add(self, played: Played) -> None:
        """Count one more game."""
        if isinstance(played, GameFailure):
            self.failures.append(played)
            return
        self.games += 1
        self.turns.append(played.turns)
        self.decisions.append(played.decisions)
        tie = played.tied
        self.ties += tie
        sides = len(set(played.sides)) or len(played.seats)
        if played.boss >= 0:
            key = (played.seats[played.boss], len(played.seats) - 1)
            share = self.bosses.get(key, Share(0, 0))
            self.bosses[key] = Share(share.count + (played.boss in played.winners and not tie), share.of + 1)
        for seat, slug in enumerate(played.seats):
            won = seat in played.winners
            tallies = [self.characters.setdefault(slug, CharacterTally())]
            if played.bots:
                tallies.append(self.bots.setdefault(played.bots[seat].removeprefix("bot:"), CharacterTally()))
            for tally in tallies:
                tally.seats += 1
                tally.expected += 1 / sides
                tally.reasons[played.reasons[seat]] += 1
                tally.wins += won and not tie
                tally.ties += won and tie
            if self.setup.seats:
                while len(self.places) <= seat:
                    self.places.append(Share(0, 0))
                place = self.places[seat]
                self.places[seat] = Share(place.count + (won and not tie), place.of + 1)

    def same_results(self, other: Summary) -> bool:
        """Whether another run came to the same, the time it took aside."""
        names = ("asked", "games", "ties", "characters", "bots", "bosses", "places", "turns", "decisions", "failures")
        return all(getattr(self, name) == getattr(other, name) for name in names)


def quantile(values: Sequence[int], share: float) -> int:
    """Return the value below which about that share of the values lies (the nearest one there is); 0 for no values."""
    if not values:
        return 0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


# --- one game -------------------------------------------------------------------------------------------------------------


def game_seed(seed: int, number: int) -> int:
    """Return the seed of a run's game of that number (from 0): up to 13 digits, unlike those of a run with another seed."""
    return chance.seeded(chance.seeded(seed) ^ number) >> 24


@cache
def _catalog(decks: tuple[str, ...]) -> Catalog:
    return catalog_with(Path(name) for name in decks) if decks else catalog()


def catalog_of(setup: Setup) -> Catalog:
    """Return the catalog that a run plays with. Raises BadText, OSError for users' own deck files."""
    return _catalog(setup.decks)


def draw_seats(cards: Catalog, seed: int, count: int = 0, apart: bool = False) -> tuple[str, ...]:
    """Return characters for a game, each as likely as the next. `count`: how many; 0 draws 2 to 8.

    apart: none comes twice; otherwise one may.
    """
    slugs = sorted(slug for slug, sheet in cards.sheets.items() if not sheet.kit)
    state = chance.seeded(~seed)
    state, more = chance.below(state, MOST_SEATS - LEAST_SEATS + 1)
    seats = []
    for _ in range(count or LEAST_SEATS + more):
        state, i = chance.below(state, len(slugs))
        seats.append(slugs.pop(i) if apart else slugs[i])
    return tuple(seats)


def fill_seats(cards: Catalog, seed: int, seats: Sequence[str], apart: bool = False) -> tuple[str, ...]:
    """Return the seats with a character drawn for each that is ANY. apart: none comes twice that is drawn."""
    slugs = sorted(slug for slug, sheet in cards.sheets.items() if not sheet.kit and not (apart and slug in seats))
    state = chance.seeded(~seed)
    found = []
    for slug in seats:
        if slug == ANY:
            state, i = chance.below(state, len(slugs))
            slug = slugs.pop(i) if apart else slugs[i]
        found.append(slug)
    return tuple(found)


def draw_variants(cards: Catalog, seed: int, seats: Sequence[str], mix: Sequence[str]) -> dict[str, Any]:
    """Return variants for a game, drawn from those named: each is there as often as not, a Boss or teams where they can be."""
    n = len(seats)
    found: dict[str, Any] = {}
    state = chance.seeded(seed ^ _MIX)
    for name in sorted(mix):
        state, there = chance.below(state, 2)
        if not there:
            continue
        if name == BOSS:
            able = [seat for seat, slug in enumerate(seats) if cards.sheets[slug].boss is not None]
            if able and n > 2:
                state, i = chance.below(state, len(able))
                found[name] = {"seat": able[i]}
        elif name == TEAMS:
            if n > 2 and BOSS not in found:
                state, first = chance.below(state, n)
                state, size = chance.below(state, n - 1)
                order = [(first + i) % n for i in range(n)]
                found[name] = [order[: size + 1], order[size + 1 :]]
        else:
            found[name] = True
    return found


def new_table(setup: Setup, seed: int) -> Table:
    """Return the table of the game with that seed, dealt."""
    if not setup.seats or setup.mix or setup.cycle or ANY in setup.seats:
        setup = setup.arranged(seed, 0)
    return Table.new(setup.seats, setup.variants, seed, _catalog(setup.decks))


def bots_of(setup: Setup, seed: int, seats: int) -> list[Any]:
    """Return the bots of the game with that seed, one for each seat."""
    names = setup.bots if len(setup.bots) > 1 else setup.bots * seats
    return [make(name, bot_seed(seed, seat)) for seat, name in enumerate(names)]


def play(setup: Setup, number: int) -> Played:
    """Play a run's game of that number to its end. Whatever goes wrong is returned, never raised."""
    return play_seed(setup, game_seed(setup.seed, number), number)


def play_seed(setup: Setup, seed: int, number: int = 0) -> Played:
    """Play the game with that seed to its end. Whatever goes wrong is returned, never raised."""
    decisions = 0
    seats, bots, words = setup.seats, setup.bots, []
    try:
        setup = setup.arranged(seed, number)
        seats, bots = setup.seats, setup.bots
        words = variant_words(setup.variants, seat_names(seats))
        table = new_table(setup, seed)
        for _ in moves(setup, seed, table):
            decisions += 1
    except Exception as error:
        return GameFailure(number, seed, seats, decisions, f"{type(error).__name__}: {error}", bots, tuple(words))
    assert table.outcome is not None
    game, outcome = table.game, table.outcome
    sides = game.party if game.teams else ()
    return GameResult(
        number, seed, seats, outcome.winners, outcome.reasons, table.turns, decisions, bots, sides, game.boss, tuple(words)
    )


def moves(setup: Setup, seed: int, table: Table) -> Iterator[int]:
    """Carry a new table on to its end by its bots; yields each chosen position before it is carried out.

    With `setup.check` every position is examined. Raises Endless, and whatever a broken game raises.
    """
    bots = bots_of(setup, seed, len(table.out))
    picks = [bot.pick if not bot.needs_view and isinstance(bot, Blind) else None for bot in bots]
    checker = Checker(table) if setup.check else None
    choose = table.choose
    for _ in range(MOST_DECISIONS):
        decision = table.decision
        if decision is None:
            return
        pick = picks[decision.seat]
        position = pick(len(decision.options)) if pick else decide(bots[decision.seat], table)
        yield position
        choose(position)
        if checker is not None:
            checker.see(table)
    raise Endless(f"the game has not ended after {MOST_DECISIONS} decisions")


# --- many games -----------------------------------------------------------------------------------------------------------


def simulate(
    setup: Setup,
    games: int,
    jobs: int = 1,
    progress: Callable[[Summary], None] | None = None,
    done: Sequence[Played] = (),
    keep: Callable[[Sequence[Played]], None] | None = None,
) -> Summary:
    """Play games and count. `progress` is called now and then with what is there so far.

    done: the first games of the run, played before; the rest follows.  keep: is given each lot of games as they are played,
    in order, once.  games >= 1; jobs: processes, >= 1. Ctrl-C ends the run early: what was played until then is returned,
    `interrupted`.
    Raises ValueError where the setup makes no game, Stopped when a process is gone.
    """
    if games < 1 or jobs < 1:
        raise ValueError("the numbers of games and of jobs are 1 or more")
    setup.validate()
    summary = Summary(setup, games)
    for played in done:
        summary.add(played)
    summary.before = len(done)
    began = time.monotonic()
    chunks = [range(first, min(first + _CHUNK, games)) for first in range(len(done), games, _CHUNK)]
    source = _one_process(setup, chunks) if jobs == 1 else _processes(setup, chunks, jobs)
    try:
        for results in source:
            if keep is not None:
                keep(results)
            for played in results:
                summary.add(played)
            summary.seconds = time.monotonic() - began
            if progress is not None:
                progress(summary)
    except KeyboardInterrupt:
        summary.interrupted = True
    finally:
        source.close()
    summary.seconds = time.monotonic() - began
    return summary


def _one_process(setup: Setup, chunks: Sequence[range]) -> Generator[list[Played], None, None]:
    for chunk in chunks:
        yield [play(setup, number) for number in chunk]


def _play_chunk(setup: Setup, first: int, end: int) -> list[Played]:
    return [play(setup, number) for number in range(first, end)]


def _processes(setup: Setup, chunks: Sequence[range], jobs: int) -> Generator[list[Played], None, None]:
    executor = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _end_with_parent)
    waiting: deque[Future[list[Played]]] = deque()
    todo = iter(chunks)
    try:
        # Chunks are taken back in the order in which they were given out, so that results do not depend on who was faster.
        while True:
            with _no_interrupts():
                while len(waiting) < 2 * jobs and (chunk := next(todo, None)) is not None:
                    waiting.append(executor.submit(_play_chunk, setup, chunk.start, chunk.stop))
            if not waiting:
                return
            yield waiting.popleft().result()
    except BrokenProcessPool:
        raise Stopped("a process that played games was stopped from outside, or ran out of memory") from None
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _end_with_parent() -> None:
    """Let a process that plays games end when the one that began it is gone, however that went."""
    parent = multiprocessing.parent_process()
    if parent is not None:

        def watch() -> None:
            parent.join()
            os._exit(1)

        threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Processes begun in here do not hear Ctrl-C (they inherit the mask): the one that began them ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
