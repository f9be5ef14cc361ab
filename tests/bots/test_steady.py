"""The steady bot: what it sees, that it is the same every time, that it plays anywhere, what it does, and how often it wins."""

import ast
import inspect
import re

import pytest

from innkeeper import Table
from innkeeper.bots import ahead, bot_seed, decide, judge, lying, make, steady, worth
from innkeeper.bots.sampling import Sample, sampler
from innkeeper.bots.steady import SteadyBot
from innkeeper.engine import atoms
from innkeeper.engine.decision import Option
from innkeeper.engine.state import ACTION_PHASE, DISCARD_DRAW, DRINK_PHASE, ORDER_PHASE
from innkeeper.engine.table import Table as Dealt
from innkeeper.lab.simulate import Setup, simulate
from innkeeper.view import label, redeal, view
from tests.properties.games import CAST, GUESTS, setting
from tests.view.positions import laid_out

STARS = 'The stars say, "No!"'
HEY = "Hey! Where'd the little guy go?"

# --- what it sees -----------------------------------------------------------------------------------------------------------


class Recorder:
    """Deals samples of one table and keeps what it dealt, as it was."""

    def __init__(self, table: Table, seat: int) -> None:
        self.deal: Sample = sampler(table, seat)
        self.seeds: list[int] = []
        self.dealt: list[tuple[Dealt, Dealt]] = []

    def __call__(self, seed: int) -> Dealt:
        dealt = self.deal(seed)
        self.seeds.append(seed)
        self.dealt.append((dealt, dealt.copy()))
        return dealt


def test_it_chooses_from_its_view_and_samples_and_changes_nothing() -> None:
    table = Table.new(["zot", "pooky", "eve", "piper"], seed=11)
    bots = [make("steady", bot_seed(11, seat)) for seat in range(4)]
    others = [make("steady", bot_seed(11, seat)) for seat in range(4)]
    looked = 0
    while table.decision is not None:
        seat = table.decision.seat
        before = table.copy()
        recorder = Recorder(table, seat)
        position = bots[seat].choose(view(table, seat), recorder)
        assert table == before
        assert 0 <= position < len(table.decision.options)
        for dealt, as_it_was in recorder.dealt:
            assert dealt == as_it_was, "a sample is only tried on copies"
            assert dealt.decision == table.decision
        looked += len(recorder.dealt)
        # The same view and the same samples without any table behind them: the same choice.
        canned = dict(zip(recorder.seeds, [kept for _, kept in recorder.dealt], strict=True))
        assert others[seat].choose(view(redeal(table, seat, 999), seat), canned.__getitem__) == position
        assert not any(isinstance(getattr(bots[seat], name), Table) for name in SteadyBot.__slots__)
        table.choose(position)
    assert looked > 100


def test_its_modules_have_no_way_to_a_table_but_samples() -> None:
    for module in (steady, ahead, judge, lying, worth):
        tree = ast.parse(inspect.getsource(module))
        imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not imported & {"innkeeper.library", "innkeeper", "innkeeper.view.redeal", "innkeeper.bots.base"}, module
        words = set(re.findall(r"[a-z_]+", inspect.getsource(module).lower()))
        assert not words & {*CAST, *GUESTS}, f"{module.__name__} names a character"


# --- the same every time ------------------------------------------------------------------------------------------------------


def game(seed: int, names: tuple[str, ...], skipping: int = 0) -> list[int]:
    """Play a game; its first `skipping` choices come from a record, as when a saved game is resumed."""
    kept = game(seed, names) if skipping else []
    table = Table.new(["zot", "gerki", "ripsnarl"], seed=seed)
    bots = [make(name, bot_seed(seed, seat)) for seat, name in enumerate(names)]
    chosen: list[int] = []
    while table.decision is not None:
        seat = table.decision.seat
        if len(chosen) < skipping:
            bots[seat].skip()
            chosen.append(kept[len(chosen)])
        else:
            chosen.append(decide(bots[seat], table))
        table.choose(chosen[-1])
    return chosen


def test_equal_seeds_choose_alike_and_a_resumed_game_goes_on_as_it_would_have() -> None:
    names = ("steady", "random", "bot:steady")
    whole = game(5, names)
    assert game(5, names) == whole
    assert game(5, names, skipping=len(whole) // 2) == whole


# --- anywhere -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(14))
def test_it_plays_with_anybody_at_any_table(number: int) -> None:
    table = setting(number, CAST if number % 2 else (*CAST, *GUESTS)).table()
    n = len(table.out)
    bots = [SteadyBot(bot_seed(number, seat)) if seat % 2 == number % 2 else make("random", seat) for seat in range(n)]
    while table.decision is not None:
        table.choose(decide(bots[table.decision.seat], table))
    assert sum(bot.broken for bot in bots if isinstance(bot, SteadyBot)) == 0


def test_a_sample_that_breaks_is_passed_over() -> None:
    table = laid_out(("zot", "gerki"), ACTION_PHASE, {0: ("Down Pooky!",)})
    assert table.decision is not None
    bot = SteadyBot(1)
    deal = sampler(table, 0)
    calls = 0

    def sometimes(seed: int) -> Dealt:
        nonlocal calls
        calls += 1
        dealt = deal(seed)
        if calls == 2:
            dealt.stack.clear()
        return dealt

    assert bot.choose(view(table, 0), sometimes) in (0, 1)
    assert bot.broken == 1


def test_it_is_not_asked_where_nothing_is_open() -> None:
    table = laid_out(("zot", "gerki"), ACTION_PHASE, {0: ("Down Pooky!",)})
    with pytest.raises(ValueError, match="asked nothing"):
        SteadyBot(1).choose(view(table, 1), sampler(table, 1))


# --- what it does ----------------------------------------------------------------------------------------------------


def answers(table: Table, games: int = 5) -> list[str]:
    """Return what bots of several seeds choose at the open decision."""
    assert table.decision is not None
    options = table.decision.options
    return [label(table, options[decide(SteadyBot(seed), table)]) for seed in range(games)]


def on(table: Table, *steps: str) -> Table:
    for step in steps:
        assert table.decision is not None
        table.choose(next(o for o in table.decision.options if label(table, o) == step))
    return table


def test_it_dodges_a_big_drink_and_drinks_a_small_one() -> None:
    hands: dict[int, tuple[str, ...]] = {0: ("Bad Pooky! Don't drink that!",)}
    for drink, expected in (
        ("Dragon Breath Ale", 'play "Bad Pooky! Don\'t drink that!"'),
        ("Water", "pass"),
        ("Holy Water", "pass"),
    ):
        table = laid_out(("zot", "gerki", "fiona"), ORDER_PHASE, hands)
        top = next(c for c in table.drink_deck if table.game.cards[c].title == drink)
        deck = list(table.drink_deck)
        deck.remove(top)
        table.drink_pile[0] = (top,)
        table.drink_deck = tuple(deck)
        table.alcohol[0] = 10
        on(table, "order gerki")
        assert table.phase == DRINK_PHASE
        assert answers(table) == [expected] * 5


def test_it_saves_itself_and_does_not_kill_itself() -> None:
    # A song that makes everybody gain Alcohol Content, its singer too.
    table = laid_out(("fleck", "gerki", "fiona"), ACTION_PHASE, {0: songs()})
    table.alcohol[:] = [19, 0, 0]
    assert answers(table) == ["pass"] * 5
    # A blow of 2 that would put it out: it is Ignored.
    table = laid_out(("gerki", "zot", "fiona"), ACTION_PHASE, {0: ("How did this get stuck in your back?",), 1: (STARS,)})
    table.fortitude[1] = 2
    on(table, 'play "How did this get stuck in your back?"', "zot")
    assert answers(table) == [f'play "{STARS}"'] * 5


def test_it_keeps_an_answer_that_little_depends_on() -> None:
    table = laid_out(("zot", "gerki", "fiona"), ACTION_PHASE, {0: ("Down Pooky!",), 1: (HEY,)})
    on(table, 'play "Down Pooky!"', "gerki")
    assert answers(table) == ["pass"] * 5


def test_it_hits_the_weakest_and_orders_cruelly() -> None:
    table = laid_out(("zot", "gerki", "fiona", "eve"), ACTION_PHASE, {0: ("Watch Out! Don't step on Pooky!",)})
    table.fortitude[2] = 6
    table.alcohol[2] = 4
    assert answers(table) == ['play "Watch Out! Don\'t step on Pooky!"'] * 5
    on(table, 'play "Watch Out! Don\'t step on Pooky!"')
    assert answers(table) == ["fiona"] * 5
    table = laid_out(("zot", "gerki", "fiona", "eve"), ORDER_PHASE, {})
    table.fortitude[3] = 9
    table.alcohol[3] = 5
    assert answers(table) == ["order eve"] * 5


def test_it_throws_what_it_has_too_much_of_and_keeps_its_answers() -> None:
    hand = ("Gambling? I'm in!",) * 4 + (STARS, "I don't think so!", "Bad Pooky! Don't drink that!")
    table = laid_out(("zot", "gerki"), DISCARD_DRAW, {0: hand})
    thrown = []
    bot = SteadyBot(3)
    while table.decision is not None and table.decision.kind == "discard" and table.decision.seat == 0:
        option: Option = table.decision.options[decide(bot, table)]
        thrown.append(label(table, option))
        table.choose(option)
    assert thrown[-1] == "pass"
    assert set(thrown[:-1]) == {'discard "Gambling? I\'m in!"'}
    assert 1 <= len(thrown[:-1]) < 4


def side_card(table: Table, seat: int, title: str) -> int:
    """Take a card out of a seat's first side pile."""
    pile = list(table.piles[seat][0])
    card = next(c for c in pile if table.game.cards[c].title == title)
    pile.remove(card)
    table.piles[seat] = (tuple(pile), *table.piles[seat][1:])
    return card


def revealed(title: str, kept: tuple[str, ...] = ()) -> Table:
    """Return a table at which this Split Doppelganger has been revealed, and its owner is asked."""
    bite = "Two bites. Only one of them his."
    table = laid_out(("evil_pooky", "zot", "gerki", "fiona"), ACTION_PHASE, {0: (bite,)})
    table.front[0] = tuple((side_card(table, 0, other), 0, 0) for other in kept)
    card = side_card(table, 0, title)
    table.piles[0] = ((*table.piles[0][0], card), *table.piles[0][1:])
    on(table, f'play "{bite}"', "zot")
    while table.decision is not None and table.decision.kind == "answer":
        table.choose(table.decision.default)
    return table


def test_it_keeps_what_it_can_play_and_gives_what_hurts_more_than_it_helps() -> None:
    # To Ignore a Drink later is worth more than what a rival loses who may Ignore one.
    assert answers(revealed("Wizgille the Corrupted")) == ["keep"] * 5
    # What strikes at once and is far from putting anybody out: the more lie there, the fewer cards are in hand.
    gang = ("Wizgille the Corrupted", "Deirdre the Faithless", "Dimli the Stingy")
    assert answers(revealed("Zot the Careless", gang)) == ["give"] * 5
    table = revealed("Negadonis")
    table.fortitude[2] = 1
    assert answers(table) == ["give"] * 5, "it puts a rival out"
    on(table, "give")
    assert answers(table) == ["gerki"] * 5


def fiends(where: dict[str, int], hand: str) -> Table:
    """Return a table at which these Shadowfiends sit in front of seats, and their owner holds one card."""
    table = laid_out(("baelfire", "zot", "gerki", "fiona"), ACTION_PHASE, {0: (hand,)})
    for title, seat in where.items():
        table.front[seat] = (*table.front[seat], (side_card(table, 0, title), 0, 0))
    return table


def test_it_sets_a_shadowfiend_on_whom_it_hurts_and_keeps_the_one_that_heals() -> None:
    worgy = "Who's a cutey-wooty Worgy?"
    table = fiends({}, worgy)
    table.fortitude[3] = 5
    table.alcohol[3] = 3
    assert answers(table) == [f'play "{worgy}"'] * 5
    on(table, f'play "{worgy}"', "zot")
    assert answers(table) == ["fiona"] * 5
    # In play it is moved for nothing, off its owner and onto a rival.
    table = fiends({"Worg": 0}, worgy)
    on(table, f'play "{worgy}"', "zot")
    assert set(answers(table)) <= {"zot", "gerki", "fiona"}
    heals = "Nothing mends like a lapful of dread."
    table = fiends({"Purring Horror": 1}, heals)
    table.fortitude[0] = 9
    table.alcohol[0] = 4
    on(table, f'play "{heals}"')
    assert answers(table) == ["baelfire"] * 5


def test_it_sends_home_what_is_about_to_put_it_out() -> None:
    table = laid_out(("zot", "gerki", "baelfire"), ACTION_PHASE, {0: ("Down Pooky!",)})
    table.front[0] = ((side_card(table, 2, "Worg"), 2, 0),)
    table.fortitude[0] = 1
    on(table, 'play "Down Pooky!"')
    assert answers(table) == ["Worg"] * 5


def test_it_shoots_one_arrow_after_another_where_both_together_put_somebody_out() -> None:
    arrows = ("Arrowrang", "Arrowdynamic")
    table = laid_out(("piper", "zot", "gerki", "fiona"), ACTION_PHASE, {0: ("Tip the Wench.",)})
    atoms.to_hand(table, 0, tuple(sorted(side_card(table, 0, title) for title in arrows)))
    table.fortitude[:] = [20, 20, 4, 20]
    on(table, 'play "Tip the Wench."', "zot")
    shot: list[str] = []
    while table.decision is not None and table.phase == ACTION_PHASE and not table.out[2]:
        option = table.decision.options[decide(SteadyBot(len(shot)), table)]
        shot.append(label(table, option))
        table.choose(option)
    assert table.out[2] == "passed-out", shot


def test_it_lets_its_fury_loose_by_turning_wolf() -> None:
    howl = "Wait for it... wait for it... AWOOO!"
    table = laid_out(("ripsnarl", "zot", "gerki", "fiona"), ACTION_PHASE, {0: (howl, "The evidence? I ate it.")})
    table.fortitude[2] = 4
    assert answers(on_fury(table, 3)) == [f'play "{howl}"'] * 5
    on(table, f'play "{howl}"')
    assert answers(table) == ["gerki"] * 5, "all of it at whom it puts out"


def on_fury(table: Table, fury: int) -> Table:
    table.counters[0] = (0, fury)
    return table


def songs() -> tuple[str, ...]:
    cards = Table.new(["fleck", "zot"]).game.sheets[0].deck
    catalog = Table.new(["fleck", "zot"]).game.cards
    return tuple(dict.fromkeys(catalog[c].title for c in cards if catalog[c].family == "rowdy-song"))


# --- how often it wins ----------------------------------------------------------------------------------------------------


def test_one_against_three_that_choose_at_random_wins_far_more_than_its_share() -> None:
    """Sixty pinned games; docs/bots.md has 1,000, of which it wins three in four. The bound leaves room for chance."""
    summary = simulate(Setup(bots=("steady", "random", "random", "random"), seed=60, rotate=True), 60)
    assert not summary.failures
    assert summary.bots["steady"].wins >= 36
