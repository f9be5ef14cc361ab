"""What a run of games came to, as tables for a terminal or a pipe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from innkeeper.engine.losing import BROKE, PASSED_OUT
from innkeeper.engine.program import Catalog
from innkeeper.lab.simulate import ANY, CharacterTally, GameFailure, Setup, Share, Summary, quantile

MOST_FAILURES = 5
"""How many failing games are told one by one."""


def report(summary: Summary, cards: Catalog) -> RenderableType:
    """Return the whole report: what was played, wins by character (and by seat), lengths, ways out, failures."""
    parts: list[RenderableType] = [headline(summary)]
    if summary.games:
        if len(summary.bots) > 1:
            parts += [Text(), bot_wins(summary)]
        if summary.bosses:
            parts += [Text(), boss_wins(summary, cards)]
        parts += [Text(), wins(summary, cards)]
        # Where characters keep to their seats, and each comes once, the one is the other.
        if summary.setup.seats and (summary.setup.rotate or len(set(summary.setup.seats)) < len(summary.setup.seats)):
            parts += [Text(), places(summary, cards)]
        parts += [Text(), lengths(summary), Text(), ways_out(summary, cards)]
    return Group(*parts)


def headline(summary: Summary) -> Text:
    """Return how many games were played, how fast, and what was checked."""
    now = summary.games + len(summary.failures) - summary.before
    rate = now / summary.seconds if summary.seconds > 0 else 0.0
    speed = f", {rate:.{0 if rate >= 10 else 1}f} a second" if now > 0 and rate else ""
    text = f"{_count(summary.games, 'game')} in {_time(summary.seconds)}{speed}; seed {summary.setup.seed}"
    if summary.before:
        text += f"; {_count(summary.before, 'game')} of them before it was resumed"
    if summary.setup.check:
        text += "; every position checked"
    if summary.ties:
        text += f"; {_count(summary.ties, 'tie')}"
    if summary.failures:
        text += f"; {len(summary.failures)} failed"
    if summary.interrupted:
        text += f". Stopped early: {summary.asked} were asked for"
    return Text(text + ".")


def wins(summary: Summary, cards: Catalog) -> Grid:
    """Return wins by character, with 95 % intervals, best first."""
    return _tallies(summary, "Wins by character", {cards.sheets[slug].name: t for slug, t in summary.characters.items()})


def bot_wins(summary: Summary) -> Grid:
    """Return wins by bot, with 95 % intervals, best first; several of one name count as one."""
    return _tallies(summary, "Wins by bot", summary.bots)


def boss_wins(summary: Summary, cards: Catalog) -> Grid:
    """Return how often the Boss won, by character and number of Challengers, with 95 % intervals."""
    grid = _grid("Wins by the Boss")
    for heading in ("Challengers", "games", "won", "share", "95 % interval"):
        grid.add_column(heading, justify="right")
    for (slug, challengers), share in sorted(summary.bosses.items()):
        low, high = share.interval
        row = [str(challengers), str(share.of), str(share.count), _percent(share.value)]
        grid.add_row(cards.sheets[slug].name, *row, f"{_percent(low)} to {_percent(high)}")
    return grid


def _tallies(summary: Summary, title: str, tallies: Mapping[str, CharacterTally]) -> Grid:
    grid = _grid(title)
    for heading in ("seats", "won", "share", "95 % interval", "even share"):
        grid.add_column(heading, justify="right")
    if summary.ties:
        grid.add_column("tied", justify="right")
    for name, tally in sorted(tallies.items(), key=lambda item: (-item[1].share.value, item[0])):
        low, high = tally.share.interval
        even = tally.expected / tally.seats
        # Beyond its even share for certain, one way or the other: said by a sign, not by colour alone.
        sign = " +" if low > even else " -" if high < even else "  "
        row = [name, str(tally.seats), str(tally.wins), _percent(tally.share.value)]
        row += [f"{_percent(low)} to {_percent(high)}", _percent(even) + sign]
        grid.add_row(*row, *([str(tally.ties)] if summary.ties else []))
    grid.caption = "+ or -: wins more, or less, often than its even share, beyond chance."
    return grid


def places(summary: Summary, cards: Catalog) -> Grid:
    """Return wins by seat, in turn order."""
    grid = _grid("Wins by seat, in turn order")
    for heading in ("won", "share", "95 % interval"):
        grid.add_column(heading, justify="right")
    for seat, share in enumerate(summary.places):
        low, high = share.interval
        slug = summary.setup.seats[seat]
        name = f"{seat + 1}." if summary.setup.rotate or slug == ANY else f"{seat + 1}. {cards.sheets[slug].name}"
        grid.add_row(name, str(share.count), _percent(share.value), f"{_percent(low)} to {_percent(high)}")
    return grid


def lengths(summary: Summary) -> Grid:
    """Return how long games were: turns and decisions."""
    grid = _grid("Length of a game")
    for heading in ("shortest", "a tenth below", "median", "a tenth above", "longest", "mean"):
        grid.add_column(heading, justify="right")
    for name, values in (("turns", summary.turns), ("decisions", summary.decisions)):
        quantiles = [str(quantile(values, share)) for share in (0.1, 0.5, 0.9)]
        grid.add_row(name, str(min(values)), *quantiles, str(max(values)), f"{sum(values) / len(values):.1f}")
    return grid


def ways_out(summary: Summary, cards: Catalog) -> Grid:
    """Return how players went out, by character."""
    grid = _grid("How players went out")
    for heading in ("passed out", "without Gold", "never"):
        grid.add_column(heading, justify="right")
    every: Counter[str] = Counter()
    for slug in sorted(summary.characters):
        reasons = summary.characters[slug].reasons
        every.update(reasons)
        grid.add_row(cards.sheets[slug].name, *_reasons(reasons))
    grid.add_section()
    grid.add_row("all", *_reasons(every))
    return grid


def failure(failed: GameFailure, setup: Setup) -> str:
    """Return what is to be known about a game that broke."""
    where = f"at decision {failed.decision}" if failed.decision else "as the table was made"
    return (
        f"Game {failed.number + 1} failed {where}.\n"
        f"  seed    {failed.seed}\n"
        f"  seats   {', '.join(failed.seats)}\n"
        f"  error   {failed.error}\n"
        f"  replay  {failed.how_to_replay(setup)}"
    )


def failures(summary: Summary) -> str:
    """Return the first failing games, told one by one, and how many more there are; "" for none."""
    told = [failure(failed, summary.setup) for failed in summary.failures[:MOST_FAILURES]]
    more = len(summary.failures) - len(told)
    if more:
        told.append(f"and {_count(more, 'more failing game')}.")
    return "\n".join(told)


def _grid(title: str) -> Grid:
    grid = Grid(title=title, title_justify="left", title_style="bold", caption_justify="left", box=None, pad_edge=False)
    grid.add_column("", no_wrap=True)
    return grid


def _reasons(reasons: Counter[str]) -> list[str]:
    seats = sum(reasons.values())
    return [f"{reasons[word]} ({_percent(Share(reasons[word], seats).value)})" for word in (PASSED_OUT, BROKE, "")]


def _percent(share: float) -> str:
    return f"{share * 100:.1f} %"


def _count(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def _time(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes = int(seconds) // 60
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min {int(seconds) % 60} s"
