"""How often each character wins at tables of four drawn evenly from all of them, and each Boss: the page docs/balance.md.

Each of the two is written between two marks; what stands before and after them is written by hand and left as it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Final

from innkeeper.engine.losing import BROKE, PASSED_OUT
from innkeeper.engine.program import Catalog
from innkeeper.lab.simulate import ANY, CharacterTally, Setup, Share, Summary, quantile
from innkeeper.library import Table
from innkeeper.record.record import RULES
from innkeeper.variants import boss

SEATS: Final = 4
SEED: Final = 4_000
EVEN: Final = 1 / SEATS
LEEWAY: Final = 0.07
"""How far from EVEN a character may win: issue of the Allies characters, 25 % +/- 7."""

CHALLENGERS: Final = (2, 3, 4, 5)
BOSS_EVEN: Final = 0.5
BOSS_LEEWAY: Final = 0.05
"""How far from BOSS_EVEN a Boss may win by its usual settings: issue of the Boss Battle, 50 % +/- 5."""

MARKS: Final = {
    "characters": ("<!-- measured: written by make balance -->", "<!-- measured: end -->"),
    "bosses": ("<!-- bosses: written by make balance ARGS=--bosses -->", "<!-- bosses: end -->"),
}
"""Between which two lines of the page each part is written."""

_PARTS: Final = ("engine", "characters", "bots")
_MEANS: Final = (
    "These are games between programs, not between people. A steady bot looks no further than the turn it is in, bluffs and "
    "bargains with nobody and plays every character by the same scale; a person who plans ahead gets more out of cards that "
    "work together, and a table that agrees on whom to hit evens out what is left. A character at the top is one whose cards "
    "this bot plays well. The interval says how far chance alone may have moved a share, and nothing about people."
)


def setup(seed: int = SEED) -> Setup:
    """Return what is played: four different characters of all that may be chosen, each set and order as likely, all steady."""
    return Setup(bots=("steady",) * SEATS, seed=seed, apart=True)


def boss_setup(cards: Catalog, seed: int = SEED) -> Setup:
    """Return what is played of Bosses: each who can be one against 2 to 5 Challengers in turn, who are drawn, all steady.

    No two of them are the same character, and the Boss has its usual settings (boss.settings).
    """
    able = sorted(slug for slug, sheet in cards.sheets.items() if sheet.boss is not None and not sheet.kit)
    tables = tuple(((slug, *[ANY] * n), {"boss": {"seat": 0}}) for n in CHALLENGERS for slug in able)
    return Setup(bots=("steady",), seed=seed, apart=True, cycle=tables)


def code_digest() -> str:
    """Return a digest of the code that the games follow from, cards aside: engine, characters and bots."""
    found = hashlib.sha256()
    for part in _PARTS:
        folder = resources.files("innkeeper") / part
        for entry in sorted(folder.iterdir(), key=lambda e: e.name):
            if entry.name.endswith(".py"):
                found.update(entry.name.encode() + b"\0" + entry.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def measured(summary: Summary, cards: Catalog, commit: str, asked: int) -> str:
    """Return what stands between the marks: what was played with what, tables, and what they mean.

    commit: as Git names it, or "".  asked: of how many games this is the run; fewer played are owned up to.
    """
    return "\n".join(_lines(summary, cards, commit, asked)) + "\n"


def write(path: Path, text: str, part: str = "characters") -> None:
    """Put what was measured between a part's marks on a page, which is made where there is none. Raises ValueError, OSError."""
    first, last = MARKS[part]
    empty = "# Balance\n" + "".join(f"\n{begin}\n{end}\n" for begin, end in MARKS.values())
    page = path.read_text(encoding="utf-8") if path.exists() else empty
    before, begin, rest = page.partition(first)
    _, end, after = rest.partition(last)
    if not begin or not end:
        raise ValueError(f"{path} has no place for what is measured: the marks {first} and {last} are missing")
    path.write_text(f"{before}{first}\n\n{text}\n{last}{after}", encoding="utf-8")


def outside(summary: Summary) -> list[str]:
    """Return the characters whose share of wins is further than LEEWAY from EVEN, best first."""
    tallies = _ordered(summary)
    return [slug for slug, tally in tallies if abs(tally.share.value - EVEN) > LEEWAY]


def _ordered(summary: Summary) -> list[tuple[str, CharacterTally]]:
    return sorted(summary.characters.items(), key=lambda item: (-item[1].share.value, item[0]))


def _lines(summary: Summary, cards: Catalog, commit: str, asked: int) -> Iterator[str]:
    played = f"{summary.games:,} games"
    yield f"{played} of four `bot:steady` each, run seed {summary.setup.seed}: every game draws four different characters of"
    yield f"the {len(summary.characters)}, each set and each order of seats as likely as the next."
    yield from _made_from(summary, cards, commit, asked, "")
    yield ""
    yield "| character | games | wins | share | 95 % interval | passed out | without Gold | never out |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for slug, tally in _ordered(summary):
        low, high = tally.share.interval
        ways = " | ".join(_percent(Share(tally.reasons[way], tally.seats).value) for way in (PASSED_OUT, BROKE, ""))
        yield (
            f"| {cards.sheets[slug].name} | {tally.seats} | {tally.wins} | {_percent(tally.share.value)} | "
            f"{_percent(low)} to {_percent(high)} | {ways} |"
        )
    yield ""
    beyond = [cards.sheets[slug].name for slug in outside(summary)]
    if beyond:
        yield f"Further than {LEEWAY * 100:.0f} points from {EVEN * 100:.0f} %: {'; '.join(beyond)}."
    else:
        yield f"Nobody is further than {LEEWAY * 100:.0f} points from {EVEN * 100:.0f} %."
    yield ""
    yield f"{summary.ties} games were ties, which count for nobody. Intervals are Wilson's."
    yield ""
    yield "| length of a game | a tenth below | median | a tenth above | longest |"
    yield "| --- | --- | --- | --- | --- |"
    for name, values in (("turns", summary.turns), ("decisions", summary.decisions)):
        tenths = " | ".join(str(quantile(values, share)) for share in (0.1, 0.5, 0.9))
        yield f"| {name} | {tenths} | {max(values, default=0)} |"
    yield ""
    yield _MEANS


def measured_bosses(summary: Summary, cards: Catalog, commit: str, asked: int) -> str:
    """Return what stands between the marks of the Bosses; arguments as of `measured`."""
    return "\n".join(_boss_lines(summary, cards, commit, asked)) + "\n"


def beyond_even(summary: Summary) -> list[tuple[str, int]]:
    """Return which Bosses, against how many Challengers, win further than BOSS_LEEWAY from BOSS_EVEN."""
    return [key for key, share in sorted(summary.bosses.items()) if abs(share.value - BOSS_EVEN) > BOSS_LEEWAY + 1e-9]


def _boss_lines(summary: Summary, cards: Catalog, commit: str, asked: int) -> Iterator[str]:
    yield f"{summary.games:,} games of a Boss against 2 to 5 Challengers, all of them `bot:steady`, run seed"
    yield f"{summary.setup.seed}: each Boss with its usual settings against each number of Challengers in turn, who are"
    yield "different characters drawn from all others, each as likely as the next."
    yield from _made_from(summary, cards, commit, asked, " --bosses")
    yield ""
    yield "| Boss | Challengers | Gold | Fortitude | hand size | Actions | games | wins | share | 95 % interval |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for (slug, n), share in sorted(summary.bosses.items()):
        low, high = share.interval
        game = Table.new((slug, *["fiona"] * n), {"boss": {"seat": 0}}, 0, cards).game
        numbers = " | ".join(str(value) for value in boss.settings(game, {"seat": 0}).values())
        yield (
            f"| {cards.sheets[slug].name} | {n} | {numbers} | {share.of} | {share.count} | {_percent(share.value)} | "
            f"{_percent(low)} to {_percent(high)} |"
        )
    yield ""
    beyond = [f"{cards.sheets[slug].name} against {n}" for slug, n in beyond_even(summary)]
    if beyond:
        yield f"Further than {BOSS_LEEWAY * 100:.0f} points from {BOSS_EVEN * 100:.0f} %: {'; '.join(beyond)}."
    else:
        yield f"Nobody is further than {BOSS_LEEWAY * 100:.0f} points from {BOSS_EVEN * 100:.0f} %."
    yield ""
    yield f"{summary.ties} games were ties, which count for nobody. Intervals are Wilson's."


def _made_from(summary: Summary, cards: Catalog, commit: str, asked: int, options: str) -> Iterator[str]:
    if summary.games < asked:
        yield ""
        yield f"**Not complete**: {asked:,} games were asked for, and {asked - summary.games:,} of them are missing."
    if summary.failures:
        yield ""
        yield f"**{len(summary.failures)} games broke** and are not counted."
    yield ""
    yield "| | |"
    yield "| --- | --- |"
    yield f"| command | `innkeeper balance{options} --games {asked} --seed {summary.setup.seed}` |"
    if commit:
        yield f"| commit | `{commit}` |"
    yield f"| rules, code, cards | {RULES}, `{code_digest()}`, `{cards.digest}` |"


def _percent(share: float) -> str:
    return f"{share * 100:.1f} %"
