"""Epic Pooky: what scenarios cannot say - who sees the Epic Deck, how it is dealt anew, and whole games."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from innkeeper.bots.steady import SteadyBot
from innkeeper.characters.pooky import EPIC_DECK, MOODS, PSYCHOTIC
from innkeeper.engine import atoms, chance
from innkeeper.engine.state import NOBODY, SETTLE
from innkeeper.lab.check import Checker, check_redeal, check_views
from innkeeper.library import Table, catalog
from innkeeper.view import log_for, redeal, story, view

SEATS = ("fiona", "pooky", "zot")
BOSS = {"boss": {"seat": 1}}
CARDS = catalog()


def number(title: str) -> int:
    return CARDS.by_title["pooky", title]


def choosing(seed: int) -> Table:
    """Return a table at which Epic Pooky has his choice."""
    t = Table.new(SEATS, BOSS, seed)
    atoms.set_counter(t, 1, 0, PSYCHOTIC)
    stew = number("'Rabbit stew' jokes cost a Gold.")
    atoms.set_hand(t, 1, (stew,))
    while t.decision is not None and t.stack[-1].kind != SETTLE:
        plays = [o for o in t.decision.options if o.kind == "play" and o.value == stew]
        t.choose(plays[0] if plays and t.decision.kind == "action" else t.decision.default)
    return t


def test_the_choice_is_a_question_in_words_and_open_to_see() -> None:
    t = choosing(1)
    assert t.decision is not None
    assert (t.decision.seat, t.decision.kind) == (1, "choose")
    assert [o.word for o in t.decision.options] == [MOODS[0], MOODS[PSYCHOTIC]]
    for seat in range(NOBODY, 3):
        asked = view(t, seat).asked
        assert asked is not None
        assert (asked.seat, asked.kind, bool(asked.options)) == (1, "choose", seat == 1)


def test_everybody_sees_how_many_and_only_he_sees_which() -> None:
    t = choosing(2)
    top = atoms.side(t, 1, EPIC_DECK)[-1]
    t.choose(0)
    title = CARDS.cards[top].title
    assert top in t.hand[1]
    for seat in range(NOBODY, 3):
        assert view(t, seat).seats[1].seen == {"mood": "calm", EPIC_DECK: 4}
        told = " ".join(story(t, seat))
        assert (title in told) == (seat == 1)
        assert "from the Epic Deck" in told
        entry = next(e for e in log_for(t, seat) if e[0] == "epic")
        assert entry[6] == ((top,) if seat == 1 else ())
    assert view(t, 0).seats[1].hand == len(t.hand[1])


def test_no_epic_deck_is_seen_where_he_is_not_the_boss() -> None:
    t = Table.new(SEATS, None, 3)
    assert view(t, 1).seats[1].seen == {"mood": "calm"}


def test_an_epic_card_may_be_any_that_was_not_seen() -> None:
    """The others see one drawn: it may be any of the five; which are in the deck, and in what order, is open too."""
    t = choosing(4)
    t.choose(0)
    held: set[int] = set()
    on_top: set[int] = set()
    for seed in range(80):
        other = redeal(t, 0, seed)
        mine = [card for card in other.hand[1] if CARDS.cards[card].pile == EPIC_DECK]
        assert len(mine) == 1
        held |= set(mine)
        on_top.add(atoms.side(other, 1, EPIC_DECK)[-1])
    assert len(held) == len(on_top) == 5
    own = {redeal(t, 1, seed).piles[1][0] for seed in range(80)}
    assert len(own) > 12
    assert all(sorted(pile) == sorted(atoms.side(t, 1, EPIC_DECK)) for pile in own)


def test_an_epic_card_that_was_played_is_no_longer_among_the_unseen() -> None:
    t = choosing(5)
    t.choose(0)
    (card,) = (c for c in t.hand[1] if CARDS.cards[c].pile == EPIC_DECK)
    atoms.discard(t, 1, (card,), ("core.turn.discard-draw",))
    assert t.discard[1][-1] == card
    for seed in range(40):
        other = redeal(t, 0, seed)
        assert card not in other.hand[1] + atoms.side(other, 1, EPIC_DECK) + other.deck[1]


def played(seed: int, sample: int) -> Iterator[tuple[Table, Checker]]:
    """Play a random Boss Battle with Epic Pooky against one to five Challengers, checked; yield every position."""
    others = ("fiona", "zot", "gerki", "eve", "dimli", "gog", "piper", "ripsnarl", "baelfire", "evil_pooky", "pooky")
    state = chance.seeded(seed)
    state, n = chance.below(state, 5)
    seats = ["pooky"]
    for _ in range(n + 1):
        state, i = chance.below(state, len(others))
        seats.append(others[i])
    state, turned = chance.below(state, len(seats))
    seats = seats[turned:] + seats[:turned]
    boss = (len(seats) - turned) % len(seats)
    t = Table.new(seats, {"boss": {"seat": boss, "fortitude": 30, "gold": 20}}, seed)
    checker = Checker(t, sample, seed)
    while t.decision is not None:
        state, i = chance.below(state, len(t.decision.options))
        t.choose(i)
        checker.see(t)
        yield t, checker


@pytest.mark.parametrize("seed", range(0, 200, 10))
def test_random_games_are_clean(seed: int) -> None:
    drawn = 0
    for game in range(seed, seed + 10):
        *_, (t, _) = played(game, 40)
        assert t.outcome is not None
        drawn += sum(entry[0] == "epic" for entry in t.entries())
    assert drawn > 0


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000))
def test_a_choice_gives_nothing_away(seed: int) -> None:
    for t, _ in played(seed, 0):
        if t.stack[-1].kind == SETTLE and t.decision is not None:
            check_views(t)
            check_redeal(t, seed)
            assert Table.load(t.dump()) == t
            break


def test_no_boss_card_outside_a_boss_battle() -> None:
    part: Any = CARDS.sheets["pooky"].boss
    assert part is not None
    assert len(part.cards) == 15
    assert len(part.instead[EPIC_DECK]) == 5
    for variants in (None, {"boss": {"seat": 0}}):
        t = Table.new(("ripsnarl", "pooky", "zot"), variants, 7)
        mine = {*t.hand[1], *t.deck[1], *(card for pile in t.piles[1] for card in pile)}
        assert not mine & {*part.cards, *part.instead[EPIC_DECK]}


def test_the_steady_bot_takes_an_epic_card_where_there_is_one_to_take() -> None:
    """With nothing in hand that asks for the worst Mood a card more is worth going Calm; with an empty deck nothing is."""
    t = choosing(6)
    atoms.set_hand(t, 1, ())
    assert t.decision is not None
    chosen = SteadyBot(1).choose(view(t, 1), lambda seed: redeal(t, 1, seed, False))
    assert t.decision.options[chosen].word == "calm"
    atoms.set_hand(t, 1, (number("Nasty big pointy teeth"), number("Nasty big pointy teeth")))
    atoms.set_side(t, 1, EPIC_DECK, ())
    chosen = SteadyBot(1).choose(view(t, 1), lambda seed: redeal(t, 1, seed, False))
    assert t.decision.options[chosen].word == "psychotic"
