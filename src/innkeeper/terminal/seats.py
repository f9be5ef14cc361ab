"""The seats, one below the other on one axis, so that one sees at once who is ahead. A seat can be picked by key or click."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from innkeeper.engine.game import Game
from innkeeper.engine.losing import PASSED_OUT
from innkeeper.engine.state import NOBODY, THING
from innkeeper.session.look import Look
from innkeeper.session.sides import in_order
from innkeeper.session.sitting import WARN_AT
from innkeeper.terminal.paint import fit, join, wrap
from innkeeper.terminal.track import BEHIND, LENGTH, axis, track
from innkeeper.view import SeatView
from innkeeper.view.story import owned, pretty, quoted, side_name

NAME: Final = 17
HEADS: Final = " Gap Gold Hand Drinks"
POOR: Final = 2
_STANDING: Final = {
    "plays-nothing": "plays no cards",
    "ignores-all": "Ignores whatever can be Ignored",
    "not-picked": "cannot be picked",
    "no-fortitude-loss": "loses no Fortitude",
}


def columns_for(width: int) -> int:
    """Return how many columns the track takes."""
    return LENGTH * (3 if width >= NAME + 3 * LENGTH + BEHIND + len(HEADS) else 2)


def length_for(look: Look) -> int:
    """Return how many points the track has: as many as somebody can have Fortitude."""
    return max([LENGTH, *(s.most for s in look.view.seats)])


def places(look: Look) -> list[Place]:
    """Return the seats from top to bottom: the Boss at the head, team-mates together."""
    found: list[Place] = []
    for members in in_order(look.game):
        last = len(members) - 1
        marks = "┌" + "├" * (last - 1) + "└" if last else " "
        found += [Place(seat, marks[i], i == 0, i == last) for i, seat in enumerate(members)]
    return found


def leaders(look: Look) -> set[int]:
    """Return the seats whose gap is the widest of all."""
    gaps = {seat: s.fortitude - s.alcohol for seat, s in enumerate(look.view.seats) if not s.out}
    best = max(gaps.values(), default=0)
    return {seat for seat, gap in gaps.items() if gap == best} if len(set(gaps.values())) > 1 else set()


def state_words(game: Game, seen: Mapping[str, Any]) -> list[str]:
    """Return a character's own state, whatever it is, as "name value"; of lists of cards their number."""
    told = []
    for name, value in seen.items():
        if isinstance(value, (list, tuple)):
            value = len(value)
            if not value:
                continue
        if value is None or value == "":
            continue
        told.append(f"{name.replace('_', ' ')} {str(value).upper() if isinstance(value, str) else value}")
    return told


@dataclass(frozen=True, slots=True)
class Place:
    """Where a seat stands among those of its side: bracket: what ties it to them.  first, last: whether it is that of them."""

    seat: int
    bracket: str
    first: bool
    last: bool


class SeatStrip(Static):
    """One seat: its track, its numbers, and below them what else there is to see of it.

    The first of a team has the team's track and Stash; a team-mate's line has the room for what is the mate's own.
    """

    class Picked(Message):
        """A seat, or a thing in front of it, was clicked."""

        def __init__(self, target: int) -> None:
            """`target`: as in the engine."""
            super().__init__()
            self.target = target

    def __init__(self, number: int) -> None:
        """`number`: which strip from the top; which seat it shows, a look says."""
        super().__init__(id=f"seat-{number}")
        self.seat = number
        self._things: dict[int, int] = {}  # a line of the strip: the thing in play that is told there

    def show(self, look: Look, place: Place, width: int, more: int, keys: Mapping[int, str], picking: bool, cursor: int) -> int:
        """Draw a seat, and return how many lines it takes.

        more: how many lines there may be for what else there is to see; with none it is told beside the name, as far as it
        goes.  keys: of the targets that can be picked now, if `picking`.  cursor: the one that Enter takes.
        """
        self.seat = place.seat
        s = look.view.seats[self.seat]
        words = words_of(look, self.seat)
        lines = [self._first(look, s, place, width, keys, picking, cursor, words, "" if more or not words else words[0])]
        self._things = {}
        if not s.out:
            lines += self._things_in_front(look, s, width, keys, cursor)
            if more and words and place.first:
                tie = " " * 4 if place.last else "    │ "
                lines += [Content.assemble((tie + text, "$quiet")) for text in wrap(" · ".join(words), width - 8)[:more]]
        self.set_class(picking and not any(self._is_mine(target, look) for target in keys), "-faded")
        self.update(join(lines))
        return len(lines)

    def _is_mine(self, target: int, look: Look) -> bool:
        return target == self.seat or target in self._things.values()

    def _first(
        self,
        look: Look,
        s: SeatView,
        place: Place,
        width: int,
        keys: Mapping[int, str],
        picking: bool,
        cursor: int,
        words: Sequence[str],
        state: str,
    ) -> Content:
        v, seat = look.view, self.seat
        turn = v.active == seat and not v.winners
        inside = v.round is not None and seat in v.round.inside
        name = pretty(s.name)
        if seat == look.eye:
            name += " (you)"
        elif look.called[seat] != name:
            name += f" ({look.called[seat]})"
        if state and place.first:
            name = f"{pretty(s.name)} {state.rpartition(' ')[2]}"
        number = f"[{keys[seat]}]" if seat in keys else f" {seat + 1} "
        faded = bool(s.out) or (picking and seat not in keys)
        style = "$mine bold reverse" if cursor == seat else "$mine bold" if seat in keys else "$quiet" if faded else "$ink"
        if turn and not faded and seat not in keys:
            style = "$ink bold"
        mark = "▸" if turn else place.bracket
        control = v.round is not None and v.round.control == seat
        head = Content.assemble(
            (fit(f"{number}{mark}{name}", NAME - 2), style),
            ("♛" if control else "♦" if inside else " ", "$mine"),
            " ",
        )
        if s.out:
            why = "passed out" if s.out == PASSED_OUT else "out of Gold, and out of the game"
            return head + Content.assemble((f"✗ {why}", "$quiet"))
        columns = columns_for(width)
        cards = (f"{s.hand:4} {s.drink_pile:6}", "$ink")
        if not place.first:
            own = " · ".join(words) or (_shared(look, s.party) if seat == look.game.members[s.party][1] else "")
            return Content.assemble(head, (fit(own, columns + BEHIND + len(" Gap  Gold ") - 1), "$quiet"), cards)
        gap = s.fortitude - s.alcohol
        danger = gap <= WARN_AT
        ahead = seat in leaders(look)
        return Content.assemble(
            head,
            track(s.fortitude, s.alcohol, columns, length_for(look)),
            " ",
            (f"{gap:3}", "$danger bold" if danger else "$clear bold" if ahead else "$ink bold"),
            ("!" if danger else "★" if ahead else " ", "$danger bold" if danger else "$clear bold"),
            (f"{s.gold:4}{'!' if s.gold <= POOR else ' '}", "$danger bold" if s.gold <= POOR else "$ink"),
            cards,
        )

    def _things_in_front(self, look: Look, s: SeatView, width: int, keys: Mapping[int, str], cursor: int) -> list[Content]:
        """Return a line for each thing in front of this seat that can be picked now; the rest is told in words."""
        lines: list[Content] = []
        for target in keys:
            if target >= THING:
                owner, card = divmod(target - THING, THING)
                if (card, owner) in s.front:
                    self._things[len(lines) + 1] = target
                    text = f"    [{keys[target]}] {look.game.cards[card].title}, in front of {pretty(s.name)}"
                    lines.append(
                        Content.assemble((fit(text, width), "$mine bold reverse" if cursor == target else "$mine bold"))
                    )
        return lines

    def on_click(self, event: events.Click) -> None:
        """Pick the seat, or the thing in front of it."""
        self.post_message(self.Picked(self._things.get(event.y, self.seat)))


def _shared(look: Look, party: int) -> str:
    """Return what the line of a team-mate says who has nothing of its own to show."""
    return f"{owned(side_name(look.game, party, look.eye))} track and Stash, one for all".removeprefix("the ")


def words_of(look: Look, seat: int) -> list[str]:
    """Return what else there is to see of a seat: its character's state, the cards in front of it, what holds for it."""
    s = look.view.seats[seat]
    if s.out:
        return []
    words = state_words(look.game, s.seen)
    if s.front:
        titles = []
        for card, owner in s.front:
            whose = f" ({look.name(owner)}'s)" if owner != seat and 0 <= owner < len(look.view.seats) else ""
            titles.append(quoted(look.game, card) + whose)
        words.append(f"in front: {', '.join(titles)}")
    return words + [_STANDING.get(word, word) for word in s.standing]


class Seats(Vertical):
    """All seats below one axis."""

    DEFAULT_CSS: ClassVar[str] = """
    Seats { height: auto; padding: 0 0; }
    Seats Static { height: auto; }
    Seats #axis { height: 1; color: $quiet; }
    Seats .-faded { color: $quiet; }
    """

    def __init__(self, count: int) -> None:
        """`count`: how many there are."""
        super().__init__(id="seats")
        self.count = count

    def compose(self) -> ComposeResult:
        """Build the axis and the strips."""
        yield Static(id="axis")
        for number in range(self.count):
            yield SeatStrip(number)

    def show(self, look: Look, keys: Mapping[int, str], picking: bool, cursor: int, room: int) -> int:
        """Draw all seats, and return how many lines they take. room: how many they should take at most."""
        width = self.size.width or self.app.size.width
        head = fit(" THE BOSS", NAME) if look.view.boss != NOBODY else " " * NAME
        points = axis(columns_for(width), length_for(look)) + HEADS
        self.query_one("#axis", Static).update(Content.assemble((head, "$deed bold"), (points, "$quiet")))
        order = places(look)
        told = sum(bool(words_of(look, place.seat)) for place in order if place.first)
        each = 2 if self.count + 1 + 2 * told <= room else 1 if self.count + 1 + told <= room else 0
        strips = zip(self.query(SeatStrip), order, strict=True)
        return 1 + sum(strip.show(look, place, width, each, keys, picking, cursor) for strip, place in strips)
