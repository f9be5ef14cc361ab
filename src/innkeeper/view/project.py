"""What a seat sees of a table, built from nothing: whatever is not put in here does not leave the process."""

from __future__ import annotations

from copy import copy
from typing import Any, Final

import msgspec

from innkeeper.engine import drinks
from innkeeper.engine.decision import Option
from innkeeper.engine.state import (
    ANTE,
    AWAITED,
    DRINKING,
    DUE,
    EFFECT,
    FRAME_NAMES,
    HIT,
    LEAVE,
    NOBODY,
    OPEN,
    PAYMENT,
    PHASES,
    PICKING,
    ROUND,
    TURN,
    WIN,
    Frame,
    State,
)
from innkeeper.view.labels import label

EFFECT_STAGES: Final = ("picking", "played", "open", "resolving", "after", "hit", "spent", "done")
DRINK_STAGES: Final = ("revealing", "open", "before", "drunk", "after", "over")
# In the order of the codes in `engine.state`.
CHANGES: Final = (
    "all-numbers", "loss", "moved", "shared", "covered", "void", "extra-loss", "stronger", "weaker", "halved", "replaced",
    "to-fortitude", "score", "no-gain", "losses", "first-ante",
)  # fmt: skip
STANDING: Final = ("plays-nothing", "ignores-all", "not-picked", "no-fortitude-loss", "orders-own")
_HELD: Final = tuple(tuple(name for i, name in enumerate(STANDING) if marks >> i & 1) for marks in range(32))
_ANSWERED: Final = frozenset({ANTE, PAYMENT, LEAVE, WIN})


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """A seat as everybody sees it; cards are numbers of the catalog, markers and Gold are its party's.

    name: the slug, with a number where the character sits twice.  out: "" or the reason.  hand, deck, drink_pile: how many
    cards.  discard: the last one discarded last.  front: (card, owner's seat), sorted.  standing: what holds for a while.
    seen: the character's own state, as it shows it to the viewer.  most: the most Fortitude that its party can have.
    """

    name: str
    character: str
    party: int
    fortitude: int
    alcohol: int
    gold: int
    out: str
    hand: int
    deck: int
    discard: tuple[int, ...]
    drink_pile: int
    front: tuple[tuple[int, int], ...]
    standing: tuple[str, ...]
    seen: dict[str, Any]
    most: int


class Round(msgspec.Struct, frozen=True, gc=False):
    """The Round of Gambling under way. control: the seat in control.  inside: who is still in, by party."""

    pot: int
    control: int
    inside: tuple[int, ...]
    passes: int
    only_cheating: bool


class Pending(msgspec.Struct, frozen=True, gc=False):
    """Something that is going on, as everybody sees it.

    kind: as in `engine.state.FRAME_NAMES`.  seat: whom it is about, or NOBODY.  actor: who caused it.  holder: the seat in
    front of which the card lies that acts, or NOBODY.  source: the thing that acts, or NOBODY.  card: its number, or -1.
    targets: seats and things, once named.  cards: those of a revealed Drink; those in front of a seat that are due.  n: the
    coins of an ante or a payment; what an effect has counted, or is about; where a Drink comes from.
    numbers: a Drink's Alcohol Content and Fortitude as they are now.
    answers: which of the pending things, counted from the bottom, it answers, or -1.  ignored: the seats that Ignore it.
    changes: (what, seat or target, number), in the order they were made.  lost: (target, Fortitude) really lost.
    """

    kind: str
    stage: str
    seat: int
    actor: int
    holder: int
    source: int
    card: int
    use: int
    front: bool
    targets: tuple[int, ...]
    cards: tuple[int, ...]
    n: int
    numbers: tuple[int, ...]
    answers: int
    negated: bool
    ignored: tuple[int, ...]
    changes: tuple[tuple[str, int, int], ...]
    lost: tuple[tuple[int, int], ...]


class Asked(msgspec.Struct, frozen=True, gc=False):
    """The open question. Its options are there for the seat that is asked alone.

    seat: who is asked; NOBODY where answers are open, since nobody else learns whose is awaited.  kind: see `Decision`.
    options, labels: what may be answered, and its names.  default: the position of what a timer would take, or -1.
    card: the card that asks, or -1.
    """

    seat: int
    kind: str
    options: tuple[Option, ...]
    labels: tuple[str, ...]
    default: int
    card: int
    rules: tuple[str, ...]


class View(msgspec.Struct, frozen=True, gc=False):
    """All that a seat, or a spectator, sees of a table. Plain data: two equal views say the same, and both make equal JSON.

    seat: whose view it is, NOBODY for a spectator's.  hand: its cards, sorted.  active: whose turn it is; phase: its Phase.
    turns: how many have begun.  drink_deck: how many cards.  inn: the Inn's balance of Gold.  stack: what is pending, the
    newest last.  asked: None once the game is over.  winners: empty until then.  log: how many entries the log has.
    teams: whether parties are teams.  boss: the Boss's seat, or NOBODY.  variants: what those played with show, by name.
    """

    seat: int
    seats: tuple[SeatView, ...]
    hand: tuple[int, ...]
    active: int
    phase: str
    turns: int
    round: Round | None
    drink_deck: int
    drink_discard: tuple[int, ...]
    inn: int
    stack: tuple[Pending, ...]
    asked: Asked | None
    winners: tuple[int, ...]
    log: int
    teams: bool
    boss: int
    variants: dict[str, dict[str, Any]]


def view(table: State, seat: int) -> View:
    """Return what a seat sees, or a spectator (NOBODY). Raises ValueError for no such seat."""
    t = table
    if not NOBODY <= seat < len(t.out):
        raise ValueError(f"there is no seat {seat} at a table of {len(t.out)}")
    secret = _secret(t, seat)
    stack = t.stack if secret is None else t.stack[:-1]
    return View(
        seat,
        _seats(t, seat, secret),
        t.hand[seat] if seat >= 0 else (),
        t.active,
        PHASES[t.phase],
        t.turns,
        Round(t.pot, t.control, tuple([s for s in t.champion if s >= 0]), t.passes, t.only_cheating)
        if t.control >= 0
        else None,
        len(t.drink_deck),
        t.drink_discard,
        t.inn,
        tuple([_pending(t, f, i, secret) for i, f in enumerate(stack)]),
        _asked(t, seat, secret),
        t.outcome.winners if t.outcome is not None else (),
        t._log_size,
        bool(t.game.teams),
        t.game.boss,
        {name: dict(variant.seen(t, seat)) for name, variant in t.game.variants.items()},
    )


def _secret(t: State, seat: int) -> Frame | None:
    """Return the card that another seat has chosen and whose targets it is still picking: nobody sees it until it is played."""
    if not t.stack:
        return None
    f = t.stack[-1]
    if is_chosen(t, f) and f.actor != seat:
        return f
    return None


def is_chosen(t: State, f: Frame) -> bool:
    """Whether this is a card that somebody has chosen and not yet played: its targets are still being picked.

    A card that has been turned up and acts by itself is in the open while its targets are picked.
    """
    if f.kind != EFFECT or f.stage != PICKING or not f.physical or f.holder != NOBODY:
        return False
    return not t.game.cards[f.card].uses[f.use].moment


def _seats(t: State, viewer: int, secret: Frame | None) -> tuple[SeatView, ...]:
    game = t.game
    found = []
    for s, name in enumerate(game.names):
        p = game.party[s]
        hand = len(t.hand[s])
        front = tuple(sorted([(card, owner) for card, owner, _ in t.front[s]])) if t.front[s] else ()
        if secret is not None and secret.actor == s:
            if secret.front:
                front = tuple(sorted((*front, (secret.card, secret.seat))))
            else:
                hand += 1
        found.append(
            SeatView(
                name,
                game.seats[s],
                p,
                t.fortitude[p],
                t.alcohol[p],
                t.gold[p],
                t.out[s],
                hand,
                len(t.deck[s]),
                t.discard[s],
                len(t.drink_pile[s]),
                front,
                _HELD[t.standing[s] & 31],
                dict(game.characters[s].seen(t, s, viewer)),
                game.highest[p],
            )
        )
    return tuple(found)


def _pending(t: State, f: Frame, i: int, secret: Frame | None) -> Pending:
    kind = f.kind
    cards: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    stage = ""
    n = 0
    answers = -1
    if kind == EFFECT:
        stage = EFFECT_STAGES[f.stage]
        n = f.n
        if f.cards:  # a Drink that several players drink; nothing else that an effect holds is shown
            cards = tuple([c for c in f.cards if t.game.cards[c].pile == "drink"])
        if i and _is_answered(t.stack[i - 1]):
            answers = i - 1
    elif kind == DRINKING:
        stage = DRINK_STAGES[f.stage]
        cards = f.cards
        n = f.n
        numbers = _numbers(t, f, secret)
    elif kind in (ANTE, PAYMENT):
        n = f.n
    elif kind == DUE:
        cards = f.cards
    elif kind == TURN:  # whatever else it holds is the choice of cards to discard, which is private
        return Pending("turn", "", f.seat, NOBODY, NOBODY, NOBODY, -1, 0, False, (), (), 0, (), -1, False, (), (), ())
    return Pending(
        FRAME_NAMES[kind],
        stage,
        f.seat if kind != EFFECT else NOBODY,
        f.actor,
        f.holder,
        f.source,
        f.card,
        f.use,
        f.front,
        f.targets,
        cards,
        n,
        numbers,
        answers,
        f.negated,
        tuple([s for s in range(len(t.out)) if f.ignored >> s & 1]) if f.ignored else (),
        tuple([(CHANGES[code] if code < len(CHANGES) else str(code), a, b) for code, a, b in f.mods]) if f.mods else (),
        f.lost,
    )


def _numbers(t: State, f: Frame, secret: Frame | None) -> tuple[int, int]:
    """Return a Drink's numbers; what they count is as it was before the card was chosen that is secret still."""
    if secret is not None and not secret.front and any(t.game.cards[card].alcohol_amount is not None for card in f.cards):
        t = copy(t)
        t.hand = t.hand[:]
        t.hand[secret.actor] = (*t.hand[secret.actor], secret.card)
    return drinks.numbers(t, f)


def _is_answered(below: Frame) -> bool:
    if below.kind == EFFECT:
        return below.stage in (OPEN, HIT)
    if below.kind == DRINKING:
        return below.stage == AWAITED
    return below.kind in _ANSWERED


def _asked(t: State, seat: int, secret: Frame | None) -> Asked | None:
    d = t.decision
    if d is None:
        return None
    if d.seat == seat:
        return Asked(seat, d.kind, d.options, tuple([label(t, o) for o in d.options]), d.default, d.card, d.rules)
    if secret is not None:
        # Still the question that was open before the card was chosen.
        below = t.stack[-2]
        if below.kind == TURN:
            return Asked(d.seat, PHASES[t.phase], (), (), -1, -1, ())
        if below.kind == ROUND:
            return Asked(d.seat, "gamble", (), (), -1, -1, ())
        return _ANSWERS_OPEN
    if d.kind == "answer":
        return _ANSWERS_OPEN
    return Asked(d.seat, d.kind, (), (), -1, d.card, ())


_ANSWERS_OPEN: Final = Asked(NOBODY, "answer", (), (), -1, -1, ())
