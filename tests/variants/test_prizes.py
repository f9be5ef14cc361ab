"""The Prize Variant's table: which Prizes there are, what a seat sees of them, users' own. The rules in play are scenarios."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from innkeeper.bots import make
from innkeeper.bots.sampling import sampler
from innkeeper.cards.text import card_text, type_line
from innkeeper.cards.yaml12 import BadText, load
from innkeeper.engine import atoms, effects
from innkeeper.engine.program import ANYTIME, INN_HOME
from innkeeper.engine.state import EFFECT, NOBODY, OPEN, WIN, Frame
from innkeeper.lab.check import Checker, check
from innkeeper.library import Table, catalog, catalog_with, shipped
from innkeeper.rulebook.position import Position
from innkeeper.rulebook.scenario import read
from innkeeper.session.forecast import forecast
from innkeeper.view import label, log_for, redeal, story, view

ALL = ["Bag of Holding", "Pooky Snack", "Portal Gun"]
OWN = """
set: landlords
prizes:
  - {title: Lucky horseshoe, type: sometimes, when: {loss: {by: anything}}, does: [{reduce: {n: 1}}]}
  - {title: Cursed ring, moment: action-begins, does: [{pay: {who: holder, gold: 1}}]}
  - title: Two-faced coin
    uses:
      - {moment: round-won, does: [{gain: {fortitude: 1}}]}
      - {as: toss, type: anytime, pick: rival, does: [{lose: {who: picked, fortitude: 1}}]}
  - {title: Soft cushion, in-front: {hand-size: 1, holds: [not-picked]}}
"""


def titles(t: Table, pile: str) -> list[str]:
    return sorted(t.game.cards[card].title for card in atoms.inn_pile(t, pile))


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("set") / "landlords.yaml"
    path.write_text(OWN, "utf-8")
    return catalog_with([path])


# --- which Prizes there are -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "there"),
    [(True, ALL), (["portal gun!", "Pooky Snack"], ["Pooky Snack", "Portal Gun"]), ([], [])],
)
def test_the_table_says_which_prizes_there_are(wish: Any, there: list[str]) -> None:
    t = Table.new(("fiona", "zot"), {"prizes": wish}, 3)
    assert titles(t, "prizes") == there
    assert titles(t, "prize_bin") == titles(t, "prize") == []
    assert Table.load(t.dump()) == t
    check(t)


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        (["Portal Gun", "portal gun"], "stands twice"),
        (["Potato Gun"], "no Prize 'Potato Gun'; there are: Pooky Snack"),
        ([3], "no Prize 3"),
        (False, "True, for all there are, or a list"),
        ("Portal Gun", "True, for all there are, or a list"),
    ],
)
def test_what_makes_no_prizes(wish: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Table.new(("fiona", "zot"), {"prizes": wish}, 3)


def test_a_table_without_the_variant_has_none() -> None:
    t = Table.new(("fiona", "zot"), {}, 3)
    assert t.inn_piles == []
    assert not t.game.hooks.before_antes
    assert not t.game.hooks.pot_taken
    assert view(t, 0).variants == {}


# --- files of users' own ----------------------------------------------------------------------------------------------


def test_own_prizes_lie_with_the_others_and_read_well(own: Any) -> None:
    t = Table.new(("fiona", "zot"), {"prizes": True}, 3, own)
    mine = ["Cursed ring", "Lucky horseshoe", "Soft cushion", "Two-faced coin"]
    assert titles(t, "prizes") == sorted([*ALL, *mine])
    words = shipped().words
    texts = {card.title: card_text(card, words) for card in own.cards if card.title in mine}
    assert texts == {
        "Lucky horseshoe": "Keep this, and play it once, as a Sometimes Card. When you are about to lose Fortitude: Reduce "
        "that loss by 1, not below 0. Then this goes to the Prize Bin.",
        "Cursed ring": "When your next Action Phase begins: Pay 1 Gold to the Inn. Then this goes to the Prize Bin.",
        "Two-faced coin": "When you have won a Round of Gambling and taken its pot: Gain 1 Fortitude. Then this goes to the "
        "Prize Bin.\nKeep this, and play it once, as an Anytime Card. Pick another player, no team-mate: they lose 1 "
        "Fortitude. Then this goes to the Prize Bin.",
        "Soft cushion": "While it lies in front of you, you cannot be picked and your hand size is 1 higher.",
    }
    assert {type_line(card) for card in own.cards if card.title in mine} == {"Prize"}


@pytest.mark.parametrize(
    ("prize", "key", "said"),
    [
        ("{title: A}", "prizes[0]", "says what it does"),
        ("{title: A, does: [{draw: {n: 1}}]}", "prizes[0]", "says when it acts"),
        ("{title: A, count: 2, moment: received, does: []}", "prizes[0].count", "no such key"),
        ("{title: Portal gun, moment: received, does: []}", "prizes[0].title", "stands twice"),
        ("{title: A, moment: recieved, does: []}", "prizes[0].moment", "expected one of"),
        ("{title: A, type: prize, does: []}", "prizes[0].type", "expected one of"),
        ("{title: A, in-front: {playable: owner}}", "prizes[0].in-front.playable", "owner alone"),
        ("{title: A, uses: [{moment: received, does: []}], does: []}", "prizes[0].does", "in each of them"),
        ("{title: A, moment: received, does: [{draw: {m: 1}}]}", "prizes[0].does[0].draw.m", "no such key"),
    ],
)
def test_a_broken_prize_is_refused_at_its_place(prize: str, key: str, said: str) -> None:
    with pytest.raises(BadText) as caught:
        shipped().add(load(f"set: mine\nprizes:\n  - {prize}\n", "mine.yaml"), "yours")
    assert caught.value.key == key
    assert said in caught.value.expected


def test_a_set_brings_something_and_has_a_name_of_its_own() -> None:
    for text, key in (("set: mine\n", ""), ("set: mine\nprizes: []\n", "prizes"), ("set: prizes\nprizes: []\n", "set")):
        with pytest.raises(BadText) as caught:
            shipped().add(load(text, "mine.yaml"))
        assert caught.value.key == key


def test_what_a_prize_holds_ends_as_it_is_used(tmp_path: Path) -> None:
    path = tmp_path / "veil.yaml"
    path.write_text(
        "set: veils\nprizes:\n  - {title: Veil, in-front: {holds: [not-picked]}, type: anytime, does: [{draw: {n: 1}}]}\n",
        "utf-8",
    )
    cards = catalog_with([path])
    t = Table.new(("fiona", "zot", "gog"), {"prizes": ["Veil"]}, 3, cards)
    play_until_won(t, Random(1))
    (owner,) = [seat for seat in range(3) if t.front[seat]]
    assert t.standing[owner]
    while t.front[owner]:
        d = t.decision
        assert d is not None
        use = next((o for o in d.options if o.front), None)
        t.choose(use if use is not None and d.seat == owner else d.default)
    assert not t.standing[owner]


def play_until_won(t: Table, random: Random) -> None:
    """Play at random, Prizes left alone, until somebody has one in front."""
    while not any(t.front) and t.decision is not None:
        options = [o for o in t.decision.options if not o.front]
        t.choose(random.choice(options))
    assert t.decision is not None


# --- what is seen -----------------------------------------------------------------------------------------------------


def test_everybody_sees_all_of_it() -> None:
    t = Table.new(("fiona", "zot", "gog"), {"prizes": True}, 5)
    random = Random(5)
    while t.decision is not None and not atoms.inn_pile(t, "prize"):
        t.choose(random.choice(t.decision.options))
    assert t.decision is not None
    rest, used, pot = (atoms.inn_pile(t, name) for name in ("prizes", "prize_bin", "prize"))
    for seat in range(NOBODY, 3):
        assert view(t, seat).variants["prizes"] == {"prizes": rest, "prize_bin": used, "prize": pot}
        assert view(redeal(t, seat, 1), seat).variants == view(t, seat).variants
        assert any(t.game.cards[pot[0]].title in line and "to the pot" in line for line in story(t, seat))
        assert [e for e in log_for(t, seat) if "prize" in e[0]] == [e for e in t.entries() if "prize" in e[0]]


def test_the_starter_is_asked_by_title() -> None:
    t = Table.new(("fiona", "zot", "gog"), {"prizes": True}, 5)
    random = Random(5)
    while t.decision is not None and "prize.must-choose" not in t.decision.rules:
        t.choose(random.choice(t.decision.options))
    d = t.decision
    assert d is not None
    assert sorted(label(t, option) for option in d.options) == ALL
    others = [view(t, seat).asked for seat in range(3) if seat != d.seat]
    assert all(asked is not None and not asked.options for asked in others)


# --- whole games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_random_games_with_prizes_are_sound(own: Any, seed: int) -> None:
    random = Random(seed)
    slugs = sorted(slug for slug, sheet in catalog().sheets.items() if not sheet.kit or slug in ("whitehawk", "keet"))
    seats = tuple(random.choice(slugs) for _ in range(random.randint(2, 6)))
    variants: dict[str, Any] = {"prizes": True}
    if len(seats) > 3 and seed % 2:
        variants["teams"] = [[0, 1], list(range(2, len(seats)))]
    t = Table.new(seats, variants, seed, own)
    follow = Checker(t, 40, seed)
    while t.decision is not None:
        t.choose(random.choice(t.decision.options))
        follow.see(t)
    assert t.outcome is not None
    assert not atoms.inn_pile(t, "prize")


def test_a_steady_bot_uses_what_it_has_won() -> None:
    """It swaps its Stash with a much richer player's in its own turn, and lets it be where it has the most itself."""
    for gold, swaps in ((1, True), (14, False)):
        t = Table.new(("fiona", "zot", "gog"), {"prizes": ["Portal Gun"]}, 2)
        (gun,) = atoms.inn_pile(t, "prizes")
        atoms.set_inn_pile(t, "prizes", ())
        atoms.put_in_front(t, 0, gun, 0, 0, ())
        t.gold[:] = [gold, 15 - gold, 6]
        while t.decision is not None and (t.decision.kind != "action" or t.decision.seat != 0):
            t.choose(t.decision.default)
        used = False
        while t.decision is not None and t.active == 0 and t.phase == 1:
            d = t.decision
            if d.seat == 0:
                option = d.options[make("steady", 1).choose(view(t, 0), sampler(t, 0))]
                used = used or option.front
                t.choose(option)
            else:
                t.choose(d.default)
        assert used == swaps
        assert (t.gold[0] > 10) == (swaps or gold > 10)


# --- what people are told ---------------------------------------------------------------------------------------------


def test_what_is_about_to_happen_is_said_with_its_prize() -> None:
    t = Table.new(("fiona", "zot", "gog"), {"prizes": ["Portal Gun"]}, 2)
    (gun,) = atoms.inn_pile(t, "prizes")
    atoms.set_inn_pile(t, "prizes", ())
    atoms.set_inn_pile(t, "prize", (gun,))
    t.pot = 3
    win = t.push(Frame(WIN, 0, 0))
    win.targets = (0,)
    assert forecast(t, 0) == ['You take the pot of 3 Gold and "Portal Gun".']
    win.data = (1,)
    assert forecast(t, 1) == ['Fiona takes the pot of 3 Gold and "Portal Gun".', "You get half of its Gold."]
    t.stack.pop()
    atoms.set_inn_pile(t, "prize", ())
    t.gold[:] = [4, 12, 9]
    shot = effects.begin(t, 0, gun, 0, ANYTIME, (1,), OPEN)
    assert forecast(t, 1)[0] == "You swap Stashes with Fiona: 12 Gold for 4."
    assert forecast(t, 2) == [
        "Fiona swaps Stashes with Zot: 4 Gold for 12.",
        'Fiona plays "Portal Gun" on Zot.',
    ]
    shot.ignored = 1 << 1
    assert forecast(t, 1) == ['Fiona plays "Portal Gun" on you.']


CASE = """
scenario: whose-turn-it-is-goes-out-in-answer-to-the-event
rules: [house.event.turn]
given:
  seats: [gerki, fiona, zot]
  variants: [events, prizes]
  active: zot
  phase: drink
  event_deck: ["Dice roll out from under a table"]
  gerki: {hand: ["Tip the Wench."]}
  zot: {gold: 1, drink_pile: []}
when: []
then: {}
"""


def test_the_next_player_picks_the_prize_where_whose_turn_it_is_goes_out_in_answer_to_the_event() -> None:
    (case,) = read(load(CASE, "case"))
    t = Position(case).table()
    while t.decision is not None and t.decision.kind != "cards":
        on_event = t.stack[-1].kind == EFFECT and t.game.cards[t.stack[-1].card].home == INN_HOME
        kind = "play" if on_event and t.hand[0] else "seat" if t.decision.kind == "pick" else ""
        chosen = [i for i, option in enumerate(t.decision.options) if option.kind == kind and option.value != 1]
        t.choose(chosen[-1] if chosen else t.decision.default)
        check(t)
    assert t.decision is not None
    assert (t.out[2], t.decision.seat) == ("broke", 0)
    t.choose(0)
    assert t.control == 1
