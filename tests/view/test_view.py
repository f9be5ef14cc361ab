"""What each seat sees: what is public, its own hand, and no more."""

import msgspec
import pytest

from innkeeper import Table
from innkeeper.engine import loop
from innkeeper.engine.state import ACTION_PHASE, DRINKING, EFFECT, NOBODY, OPEN, PICKING, ROUND, TURN
from innkeeper.view import Asked, View, view
from tests.view.positions import find, laid_out, option

HIDDEN = Asked(NOBODY, "answer", (), (), -1, -1, ())


def test_a_seat_sees_its_own_hand_and_of_the_others_only_how_many() -> None:
    t = Table.new(("zot", "gerki", "fiona"), seed=4)
    for seat in range(3):
        seen = view(t, seat)
        assert seen.seat == seat
        assert seen.hand == t.hand[seat]
        assert [s.hand for s in seen.seats] == [7, 7, 7]
        assert [s.deck for s in seen.seats] == [33, 33, 33]
        assert [s.drink_pile for s in seen.seats] == [1, 1, 1]
        assert seen.drink_deck == 27
    assert view(t, NOBODY).hand == ()


def test_the_public_things_are_there() -> None:
    t = find(lambda t: bool(t.control >= 0 and t.drink_discard and t.passes and len(t.out) == 5))
    seen = view(t, NOBODY)
    for s, shown in enumerate(seen.seats):
        p = t.game.party[s]
        assert (shown.name, shown.character, shown.party) == (t.game.names[s], t.game.seats[s], p)
        assert (shown.fortitude, shown.alcohol, shown.gold) == (t.fortitude[p], t.alcohol[p], t.gold[p])
        assert (shown.out, shown.discard) == (t.out[s], t.discard[s])
    assert seen.drink_discard == t.drink_discard
    assert (seen.active, seen.phase, seen.turns, seen.inn) == (t.active, "action", t.turns, t.inn)
    assert seen.round is not None
    assert (seen.round.pot, seen.round.control, seen.round.passes) == (t.pot, t.control, t.passes)
    assert set(seen.round.inside) == {s for s in t.champion if s >= 0}
    assert seen.log == len(t.entries())


def test_the_one_who_is_asked_sees_the_options_and_nobody_else_does() -> None:
    t = find(lambda t: t.decision is not None and t.decision.kind == "order")
    d = t.decision
    assert d is not None
    mine = view(t, d.seat).asked
    assert mine is not None
    assert (mine.seat, mine.kind, mine.options, mine.default) == (d.seat, "order", d.options, d.default)
    assert len(mine.labels) == len(d.options)
    for seat in range(NOBODY, len(t.out)):
        if seat != d.seat:
            assert view(t, seat).asked == Asked(d.seat, "order", (), (), -1, -1, ())


def test_in_a_response_window_nobody_sees_whose_answer_is_awaited() -> None:
    t = find(lambda t: t.decision is not None and t.decision.kind == "answer" and t.stack[-1].kind == EFFECT)
    assert t.decision is not None
    for seat in range(NOBODY, len(t.out)):
        if seat != t.decision.seat:
            assert view(t, seat).asked == HIDDEN


def test_a_card_is_not_seen_before_it_is_played() -> None:
    """Its targets are being picked: the others still see the turn's own decision, and a full hand."""
    t = laid_out(("gerki", "zot", "eve"), ACTION_PHASE, {0: ("How did this get stuck in your back?", "I raise!")})
    before = [view(t, seat) for seat in range(NOBODY, 3)]
    t.choose(option(t, 'play "How did this get stuck in your back?"'))
    assert (t.stack[-1].kind, t.stack[-1].stage) == (EFFECT, PICKING)
    assert t.hand[0] == (t.hand[0][0],)
    for seat in (NOBODY, 1, 2):
        assert view(t, seat) == before[seat + 1]
        assert view(t, seat).seats[0].hand == 2
    mine = view(t, 0)
    assert mine.seats[0].hand == 1
    assert [f.stage for f in mine.stack] == ["", "picking"]
    assert mine.asked is not None
    assert mine.asked.labels == ("zot", "eve")
    t.choose(option(t, "eve"))
    for seat in range(NOBODY, 3):
        assert t.hand[0][0] not in view(t, seat).seats[0].discard
        assert len(view(t, seat).seats[0].discard) == 1
        assert view(t, seat).seats[2].fortitude == 18


def test_a_card_played_from_in_front_is_not_seen_before_either() -> None:
    t = laid_out(("phrenk", "zot", "eve"), ACTION_PHASE, {0: ("Acid Spit Potion",)})
    card = t.hand[0][0]
    t = laid_out(("zot", "phrenk", "eve"), ACTION_PHASE, {})
    t.deck[1] = tuple(c for c in t.deck[1] if c != card)
    t.front[0] = ((card, 1, 0),)
    t.masks[0] = t.game.masks[card]
    t.stack[0].stage = 0
    t.decision = None
    t.phase = ACTION_PHASE
    loop.run(t)
    before = view(t, 2)
    t.choose(option(t, 'play "Acid Spit Potion" from front'))
    assert t.front[0] == ()
    assert view(t, 2) == before
    assert before.seats[0].front == ((card, 1),)
    assert view(t, 0).seats[0].front == ()


def test_what_a_seat_is_discarding_is_seen_only_when_it_is_done() -> None:
    t = Table.new(("zot", "gerki"), seed=1)
    before = view(t, 1)
    t.choose(0)
    t.choose(1)
    assert len(t.stack[0].cards) == 2
    assert view(t, 1) == before
    t.choose(len(t.decision.options) - 1 if t.decision else 0)
    assert len(view(t, 1).seats[0].discard) == 2


def test_a_pending_card_shows_what_it_answers_and_who_has_done_what_to_it() -> None:
    t = find(
        lambda t: len(t.stack) > 2 and t.stack[-1].kind == EFFECT and t.stack[-1].stage == OPEN and t.stack[-2].kind == EFFECT
        and t.stack[-2].stage == OPEN
    )  # fmt: skip
    seen = view(t, NOBODY)
    top, below = seen.stack[-1], seen.stack[-2]
    assert (top.kind, top.stage, top.card, top.actor) == ("effect", "open", t.stack[-1].card, t.stack[-1].actor)
    assert top.targets == t.stack[-1].targets
    assert top.answers == len(seen.stack) - 2
    assert below.kind == "effect"
    t = find(lambda t: any(f.kind == EFFECT and f.ignored for f in t.stack))
    i = next(i for i, f in enumerate(t.stack) if f.kind == EFFECT and f.ignored)
    assert view(t, NOBODY).stack[i].ignored == tuple(s for s in range(len(t.out)) if t.stack[i].ignored >> s & 1)


def test_a_revealed_drink_shows_its_cards_and_their_changes() -> None:
    t = find(lambda t: t.stack[-1].kind == DRINKING and bool(t.stack[-1].mods) and t.decision is not None)
    f = t.stack[-1]
    seen = view(t, NOBODY).stack[-1]
    assert (seen.kind, seen.stage, seen.seat, seen.cards) == ("drink", "open", f.seat, f.cards)
    assert len(seen.changes) == len(f.mods)
    assert seen.changes[0][0] in ("stronger", "weaker", "halved", "replaced", "to-fortitude")
    assert len(seen.numbers) == 2


def test_what_a_turn_or_a_round_holds_is_not_shown() -> None:
    t = Table.new(("zot", "gerki"), seed=1)
    t.choose(0)
    (turn,) = view(t, 0).stack
    assert (turn.kind, turn.cards, turn.targets) == ("turn", (), ())
    t = find(lambda t: t.stack[-1].kind == ROUND)
    assert view(t, NOBODY).stack[-1].kind == "round"
    assert t.stack[0].kind == TURN


def test_an_ended_game_is_seen_as_ended() -> None:
    t = Table.new(("zot", "gerki"), seed=3)
    while t.decision is not None:
        t.choose(0)
    seen = view(t, 1)
    assert seen.asked is None
    assert t.outcome is not None
    assert seen.winners == t.outcome.winners


def test_views_are_plain_data() -> None:
    t = find(lambda t: len(t.stack) > 3)
    for seat in range(NOBODY, len(t.out)):
        seen = view(t, seat)
        again = msgspec.json.decode(msgspec.json.encode(seen), type=View)
        assert again == seen
        assert msgspec.json.encode(again) == msgspec.json.encode(view(t.copy(), seat))


@pytest.mark.parametrize("seat", [-2, 3])
def test_there_is_no_view_for_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(ValueError, match=f"no seat {seat} at a table of 3"):
        view(Table.new(("zot", "gerki", "eve")), seat)
