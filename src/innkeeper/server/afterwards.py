"""What is told of a game afterwards, and of its steps so far: the result page, and replays as an eye may see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from innkeeper.engine.state import INN, NOBODY
from innkeeper.library import Table
from innkeeper.record.replay import go_through
from innkeeper.server import eyes
from innkeeper.server.game import deal, record_of
from innkeeper.server.protocol import Line
from innkeeper.server.questions import is_secret, moments_into
from innkeeper.server.storage import MoveRow, RoomRow
from innkeeper.session.storyteller import ALL_KNOWING
from innkeeper.view import View
from innkeeper.view.story import name_of

MOST_FRAMES: Final = 100

_TAKES_OUT: Final = {
    "fortitude": "passed-out", "alcohol": "passed-out", "gold": "broke", "ante": "broke", "swap": "broke",
}  # fmt: skip
"""The entries that can take a seat out, and how."""


class SeatResult(Struct):
    """How a seat fared.

    out: "", "passed-out" or "broke".  turn: in which turn of the game it went out, 0 for never.  last: the line of the story
    that tells what took it out.  place: 1 for the winners; who went out last comes next.  party: whose markers and Gold are
    the same has the same.
    """

    seat: int
    character: str
    name: str
    plays: str
    out: str
    turn: int
    last: str
    place: int
    fortitude: int
    alcohol: int
    gold: int
    played: int
    drinks: int
    rounds: int
    party: int


class Best(Struct):
    """A moment worth telling: what it is, in words, and where it is to be found. line: the number of its entry in the log."""

    what: str
    seat: int
    n: int
    line: int


class Result(Struct):
    """How a game ended. teams: whether parties are teams.  boss: the Boss's seat, -1 for none."""

    table: str
    winners: list[int]
    turns: int
    moves: int
    seats: list[SeatResult]
    best: list[Best]
    teams: bool
    boss: int


class Frame(Struct):
    """The table after a step. hands: by seat, for the all-knowing eye only.  choice: what led on, "" where not told."""

    step: int
    turn: int
    view: View
    hands: list[list[int]]
    choice: str
    lines: list[Line]


class Replay(Struct):
    """Steps of a game as an eye sees them. steps: how many there are, the beginning counted as step 0."""

    table: str
    eye: int | str
    steps: int
    over: bool
    frames: list[Frame]


def result(row: RoomRow, table: Table, moves: int) -> Result:
    """Return how a game ended. Raises ValueError for one that has not."""
    outcome = table.outcome
    if outcome is None:
        raise ValueError("this game is not over")
    n = len(table.out)
    party = table.game.party
    turn = 0
    turns = [0] * n
    last = [""] * n
    played: Counter[int] = Counter()
    drinks: Counter[int] = Counter()
    rounds: Counter[int] = Counter()
    best: dict[str, Best] = {}
    order: list[list[int]] = []

    def record(key: str, what: str, seat: int, number: int, line: int) -> None:
        if number > 0 and (key not in best or number > best[key].n):
            best[key] = Best(what, seat, number, line)

    before = ""
    told: dict[tuple[str, int], str] = {}  # the last line of a party's markers, and of its Gold
    for line in eyes.lines(table, NOBODY):
        kind, seat = line.kind, line.seat
        name = name_of(table.game, seat)
        if kind == "turn":
            turn += 1
        elif kind == "play" and seat >= 0:
            played[seat] += 1
        elif kind == "drink":
            drinks[seat] += 1
            record(
                "drink",
                f"{name} drinks the most at once: {len(line.cards)} cards",
                seat,
                len(line.cards),
                line.i,
            )
        elif kind == "round-won":
            rounds[seat] += 1
        elif kind == "pot" and seat >= 0 and seat != INN and line.card < 0:
            record("pot", f"The biggest pot: {line.n} Gold for {name}", seat, line.n, line.i)
        elif kind == "fortitude" and line.n < 0 and 0 <= seat < n:
            record("blow", f"The hardest blow: {name} loses {-line.n} Fortitude", seat, -line.n, line.i)
        elif kind == "alcohol" and line.n > 0 and 0 <= seat < n:
            record("gulp", f"The strongest gulp: {line.n} Alcohol Content for {name}", seat, line.n, line.i)
        elif kind == "out" and 0 <= seat < n:
            turns[seat] = turn
            last[seat] = told.get((table.out[seat], party[seat]), before)
            together = "core.lose.together" in line.rules and turns[order[-1][0]] == turn if order else False
            if order and (together or any(party[other] == party[seat] for other in order[-1])):
                order[-1].append(seat)
            else:
                order.append([seat])
        if line.text and kind != "out":
            before = line.text
            if kind in _TAKES_OUT and 0 <= seat < n and (line.n or kind == "swap"):
                told[_TAKES_OUT[kind], party[seat]] = line.text
    place = dict.fromkeys(outcome.winners, 1)
    at = len({party[seat] for seat in outcome.winners}) + 1
    for losers in reversed([[seat for seat in out if seat not in place] for out in order]):
        place.update(dict.fromkeys(losers, at))
        at += len({party[seat] for seat in losers})
    if played:
        seat, count = played.most_common(1)[0]
        best["played"] = Best(f"{name_of(table.game, seat)} plays the most cards: {count}", seat, count, -1)
    seats = []
    for s in range(n):
        p = party[s]
        who = row.seats[s]
        seats.append(
            SeatResult(
                s,
                row.characters[s],
                who.name,
                who.plays,
                table.out[s],
                turns[s],
                last[s],
                place.get(s, n),
                table.fortitude[p],
                table.alcohol[p],
                table.gold[p],
                played[s],
                drinks[s],
                rounds[s],
                p,
            )
        )
    return Result(
        row.code, list(outcome.winners), turn, moves, seats, list(best.values()), bool(table.game.teams), table.game.boss
    )


def replay(row: RoomRow, moves: Sequence[MoveRow], eye: int, first: int = 0, count: int = 1) -> Replay:
    """Return steps of a game as a seat, a spectator (NOBODY) or, after the game, the ALL_KNOWING sees them.

    Steps are what changes for that eye: a number of all moves would tell what others have declined. Raises BadRecord.
    """
    record = record_of(row, moves)
    table = deal(row)
    frames: list[Frame] = []
    at = -1
    since = 0
    before: View | None = None
    count = max(1, min(count, MOST_FRAMES))

    def look(now: Table) -> None:
        nonlocal at, before, since
        seen = eyes.seen_by(now, eye if eye != ALL_KNOWING else NOBODY)
        if eye != ALL_KNOWING and seen == before:
            return
        before = seen
        at += 1
        if first <= at < first + count:
            lines = eyes.lines(now, eye, since)
            hands = [list(hand) for hand in now.hand] if eye == ALL_KNOWING else []
            frames.append(Frame(at, seen.turns, seen, hands, "", lines))
        since = now._log_size

    moments: list[Table] = []
    table.on_moment = moments_into(moments, table)

    def look_all(now: Table) -> None:
        """What others are asked in a response, or have chosen and not yet played, is not seen; that answers are open is."""
        if eye == ALL_KNOWING:
            look(now)
            return
        for moment in moments:
            look(moment)
        moments.clear()
        decision = now.decision
        if decision is None or decision.seat == eye or not (decision.kind == "answer" or is_secret(now)):
            look(now)

    for now, choice, _ in go_through(record, table):
        look_all(now)
        if eye == ALL_KNOWING and frames and frames[-1].step == at:
            frames[-1].choice = f"{choice.seat}: {choice.label}"
    look_all(table)
    return Replay(row.code, "all" if eye == ALL_KNOWING else eye, at + 1, row.state == "over", frames)
