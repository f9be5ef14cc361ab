"""The runner can fail: each wrong scenario does, and says where and why."""

from pathlib import Path
from textwrap import dedent

import pytest

from innkeeper.cards.yaml12 import BadText, load
from innkeeper.library import catalog_with
from innkeeper.rulebook.ledger import read as read_ledger
from innkeeper.rulebook.runner import Result, run
from innkeeper.rulebook.scenario import read, read_file


def case(text: str) -> Result:
    (scenario,) = read(load(dedent(text), "case.yaml"))
    return run(scenario)


def bad(text: str) -> BadText:
    with pytest.raises(BadText) as caught:
        read(load(dedent(text), "case.yaml"))
    return caught.value


HIT = """\
scenario: a-hit
rules: [core.turn.action]
given:
  seats: [zot, fiona, gerki]
  zot: {hand: ["Down Pooky!"]}
  fiona: {hand: ["Luckily for me, I was wearing my armor!"]}
"""


# Expectations


def test_a_right_scenario_passes() -> None:
    result = case(HIT + 'when: [{zot: {play: "Down Pooky!", on: fiona}}]\nthen: {fiona: {fortitude: 19}}\n')
    assert result.passed, result.why
    assert result.why == ""


@pytest.mark.parametrize(
    ("then", "why"),
    [
        ("fiona: {fortitude: 18}", "fiona.fortitude: expected 18, there is 19"),
        ("fiona: {out: true}", "fiona.out: expected True, there is False"),
        ('zot: {hand: ["Down Pooky!"]}', "zot.hand: expected ['Down Pooky!'], there is []"),
        ('zot: {discard_has: ["I raise!"]}', "zot.discard_has: expected ['I raise!'] among ['Down Pooky!']"),
        ("zot: {discard_size: 2}", "zot.discard_size: expected 2, there is 1"),
        ("turn: {active: fiona}", "turn.active: expected fiona, there is zot"),
        ("turn: {phase: drink}", "turn.phase: expected drink, there is order"),
        ("winner: zot", "winner: expected ['zot'], there is []"),
        ("drink_deck_size: 29", "drink_deck_size: expected 29, there is 30"),
        ("inn: {gold: 1}", "inn.gold: expected 1, there is 0"),
        ("cites: [core.drink.house]", "cites: the log does not cite core.drink.house"),
        ("not_cites: [core.turn.action]", "not_cites: the log cites core.turn.action"),
        ("gambling: {pot: 3}", "gambling.pot: expected 3, there is no Round is under way"),
        ("fiona: {mood: calm}", "mood"),
    ],
)
def test_a_wrong_expectation_fails(then: str, why: str) -> None:
    result = case(HIT + 'when: [{zot: {play: "Down Pooky!", on: fiona}}]\nthen:\n  ' + then + "\n")
    assert not result.passed
    assert result.why.startswith("then: ")
    assert why in result.why


def test_all_that_is_wrong_is_told_at_once() -> None:
    result = case(HIT + "then: {fiona: {fortitude: 18, alcohol: 1}, zot: {gold: 9}}\n")
    assert (
        "fiona.fortitude: expected 18, there is 20; fiona.alcohol: expected 1, there is 0; zot.gold: expected 9" in result.why
    )


def test_numbers_are_not_words_and_true_is_not_one() -> None:
    assert not case(HIT + 'then: {fiona: {fortitude: "20"}}\n').passed
    assert not case(HIT + "then: {fiona: {out: 0}}\n").passed


def test_a_list_of_cards_counts_its_copies() -> None:
    given = "scenario: copies\ngiven:\n  seats: [zot, fiona]\n  zot: {hand: ['I raise!', 'I raise!', 'Down Pooky!']}\n"
    assert case(given + "then: {zot: {hand: ['Down Pooky!', 'i raise', 'I RAISE!']}}\n").passed
    assert not case(given + "then: {zot: {hand: ['Down Pooky!', 'I raise!']}}\n").passed
    assert not case(given + "then: {zot: {hand_has: ['Down Pooky!', 'Down Pooky!']}}\n").passed


def test_expect_now_looks_before_and_expect_after_the_answers() -> None:
    play = 'when:\n  - zot: {play: "Down Pooky!", on: fiona}\n'
    assert case(HIT + play + "  - expect-now: {fiona: {fortitude: 20}}\n").passed
    assert case(HIT + play + "  - expect: {fiona: {fortitude: 19}}\n").passed
    assert not case(HIT + play + "  - expect: {fiona: {fortitude: 20}}\n").passed


# Moves


def test_a_step_that_cannot_be_reached_names_step_decision_and_options() -> None:
    result = case(HIT + 'when:\n  - zot: {play: "Down Pooky!", on: fiona}\n  - gerki: {order: zot}\n')
    assert not result.passed
    assert result.why.startswith("step 2 (gerki: order zot, line 9): gerki cannot do this")
    assert "what is open cannot be declined: open: zot (order): order fiona, order gerki" in result.why


def test_a_step_that_never_comes_says_what_was_declined() -> None:
    text = 'scenario: never\ngiven:\n  seats: [zot, fiona]\n  fiona: {hand: ["Down Pooky!"]}\n'
    result = case(text.replace("Down Pooky!", "I raise!") + 'when: [{fiona: {play: "I raise!"}}]\n')
    assert not result.passed
    assert "fiona cannot do this within a round of turns; declined: " in result.why
    assert "fiona (discard)" in result.why


def test_a_move_of_nobodys_card_fails() -> None:
    assert not case(HIT + 'when: [{zot: {play: "I raise!"}}]\n').passed


def test_a_pass_that_is_not_open_fails() -> None:
    text = "scenario: pass\ngiven:\n  seats: [zot, fiona, gerki]\n  phase: order\nwhen: [{zot: pass}]\n"
    assert "cannot be declined" in case(text).why


def test_a_forced_choice_is_not_declined() -> None:
    text = """\
    scenario: forced
    given:
      seats: [fiona, zot, gerki]
      phase: order
      fiona: {hand: ["Wench, bring some drinks for my friends!"]}
      zot: {hand: ["Tip the Wench."]}
    when:
      - fiona: {play: "Wench, bring some drinks for my friends!"}
      - everyone: pass
    """
    result = case(text)
    assert "this cannot be declined: open: fiona (order-card): order zot, order gerki" in result.why


def test_an_order_for_nobody_at_the_table_fails() -> None:
    assert "zot cannot do this" in case(HIT + "when: [{zot: {order: gog}}]\n").why


def test_a_target_that_cannot_be_picked_fails() -> None:
    assert not case(HIT + 'when: [{zot: {play: "Down Pooky!", on: zot}}]\n').passed


def test_legal_and_illegal_look_at_once() -> None:
    assert case(HIT + 'when: [{illegal: {zot: {play: "Down Pooky!", on: zot}}}]\n').passed
    assert case(HIT + 'when: [{legal: {zot: {play: "Down Pooky!", on: gerki}}}]\n').passed
    wrong = case(HIT + 'when: [{illegal: {zot: {play: "Down Pooky!", on: gerki}}}]\n')
    assert "that move is open now" in wrong.why
    wrong = case(HIT + 'when: [{legal: {fiona: {play: "Luckily for me, I was wearing my armor!"}}}]\n')
    assert "that move is not open now" in wrong.why


def test_never_sees_a_later_moment_and_illegal_does_not() -> None:
    text = """\
    scenario: later
    given:
      seats: [zot, fiona, gerki]
      drink: {by: zot, cards: [Wine]}
      fiona: {hand: ["Tip the Wench."]}
      gerki: {hand: ["A little somethin' extra"]}
    when:
      - %s: {gerki: {play: "A little somethin' extra"}}
    """
    assert case(text % "illegal").passed
    result = case(text % "never")
    assert not result.passed
    assert "that move is open; open: gerki" in result.why


def test_advance_reaches_a_phase_without_a_stop() -> None:
    text = """\
    scenario: advance
    given:
      seats: [zot, fiona, gerki]
      fiona: {hand: ["I raise!"]}
      gerki: {drink_pile: []}
    when:
      - zot: {order: gerki}
      - advance: {phase: drink, of: zot}
      - advance: {phase: discard-draw, of: fiona}
      - expect-now: {turn: {active: fiona, phase: discard-draw}}
    """
    assert case(text).passed, case(text).why


def test_advance_past_a_choice_fails() -> None:
    text = "scenario: advance\ngiven:\n  seats: [zot, fiona, gerki]\nwhen: [{advance: drink}]\n"
    assert "this cannot be declined: open: zot (order)" in case(text).why


def test_advance_to_what_never_begins_fails() -> None:
    text = "scenario: advance\ngiven:\n  seats: [zot, fiona, gerki]\n  fiona: {out: true}\n"
    assert not case(text + "when: [{advance: {phase: action, of: fiona}}]\n").passed


def test_everyone_passes_until_the_round_is_over_and_where_all_is_quiet_nothing_happens() -> None:
    text = """\
    scenario: everyone
    given:
      seats: [fiona, zot, gerki]
      gambling: {in_control: fiona, antes: {fiona: 1, zot: 1, gerki: 1}, turn: zot}
    when:
      - everyone: pass
      - expect-now: {gambling: over, turn: {active: fiona, phase: order}}
      - everyone: pass
      - expect-now: {turn: {active: fiona, phase: order}}
    """
    assert case(text).passed, case(text).why


def test_the_trace_has_each_step_and_what_came_before_a_failure() -> None:
    result = case(HIT + 'when:\n  - zot: {play: "Down Pooky!", on: fiona}\n  - gerki: {order: zot}\n')
    assert [step for step, _ in result.trace] == ["given", "zot: play Down Pooky! on fiona", "until it failed"]
    assert [entry[0] for entry in result.trace[1][1]] == ["play"]
    assert "fortitude" in [entry[0] for entry in result.trace[2][1]]


# Positions


@pytest.mark.parametrize(
    ("state", "why"),
    [
        ('zot: {hand: ["No such card"]}', "given.zot.hand[0]: no card of zot is called 'No such card'"),
        ('zot: {hand: ["Who says I\'m not a lady?"]}', "no card of zot is called"),
        ('zot: {hand: ["Down Pooky!", "Down Pooky!"]}', "given.zot.hand[1]: there are not so many copies of 'Down Pooky!'"),
        ('zot: {hand: ["Down Pooky!"], deck: ["Down Pooky!"]}', "given.zot.deck[0]: there are not so many copies"),
        ("zot: {hand: Wine}", "given.zot.hand: expected a list of card titles"),
        ("zot: {drink_pile: [Water, Water]}", "given.zot.drink_pile[1]: there are not so many copies of 'Water'"),
        ("zot: {fortitude: 21}", "given.zot.fortitude: expected a whole number from 0 to 20"),
        ("zot: {gold: many}", "given.zot.gold: expected a whole number"),
        ("zot: {shoes: 2}", "given.zot.shoes: expected one of"),
        ("drink_deck: [Beer]", "given.drink_deck[0]: no card of drink is called 'Beer'"),
        ('drink: {by: zot, cards: ["Drinking Contest!"]}', "given.drink.cards[0]: a Drink Event is no Drink"),
        ("gambling: {in_control: zot, antes: {fiona: 1}}", "given.gambling.in_control: whoever is in control has anted"),
    ],
)
def test_a_position_that_cannot_be_laid_out_fails_with_line_and_key(state: str, why: str) -> None:
    result = case(f"scenario: position\ngiven:\n  seats: [zot, fiona]\n  {state}\n")
    assert not result.passed
    assert "case.yaml:4: " in result.why
    assert why in result.why


def test_an_unknown_character_fails_with_line_and_key() -> None:
    result = case("scenario: position\ngiven:\n  seats: [zot, nobody]\n")
    assert result.why == "case.yaml:3: given.seats[1]: there is no character 'nobody'"


# Files


@pytest.mark.parametrize(
    ("text", "line", "key", "expected"),
    [
        ("scenario: A B\ngiven: {seats: [zot, eve]}\n", 1, "scenario", "kebab-case"),
        ("given: {seats: [zot, eve]}\n", 1, "", "'scenario' is missing"),
        ("scenario: x\n", 1, "", "'given' is missing"),
        ("scenario: x\ngiven: {}\n", 2, "given", "'seats' is missing"),
        ("scenario: x\ngiven: {seats: [zot]}\n", 2, "given.seats", "2 to 8 seats"),
        ("scenario: x\nwhy: not\ngiven: {seats: [zot, eve]}\n", 2, "why", "expected one of"),
        ("scenario: x\ngiven:\n  seats: [zot, eve]\n  active: gog\n", 4, "given.active", "one of zot, eve"),
        ("scenario: x\ngiven:\n  seats: [zot, eve]\n  phase: night\n", 4, "given.phase", "discard-draw"),
        ("scenario: x\ngiven:\n  seats: [zot, eve]\n  gog: {}\n", 4, "given.gog", "expected a seat (zot, eve)"),
        ("scenario: x\ngiven: {seats: [zot, eve]}\nwhen:\n  - gog: pass\n", 4, "when[0].gog", "expected a seat"),
        ("scenario: x\ngiven: {seats: [zot, eve]}\nwhen:\n  - zot: {jump: 1}\n", 4, "when[0].zot", "exactly one of play"),
        ("scenario: x\ngiven: {seats: [zot, eve]}\nwhen:\n  - zot: pass\n    eve: pass\n", 4, "when[0]", "exactly one step"),
        ("scenario: x\ngiven: {seats: [zot, eve]}\nwhen:\n  - zot: {play: 3}\n", 4, "when[0].zot.play", "a title"),
        ("scenario: x\ngiven: {seats: [zot, eve]}\nwhen:\n  - zot: {order: 3}\n", 4, "when[0].zot.order", "a seat"),
        ("scenario: x\ngiven: {seats: [zot, eve]}\nwhen:\n  - advance: night\n", 4, "when[0].advance", "one of"),
        ("scenario: x\ngiven: {seats: [zot, eve]}\nwhen:\n  - everyone: sleeps\n", 4, "when[0].everyone", "everyone: pass"),
        ("scenario: x\ngiven: {seats: [zot, eve]}\nthen: {gog: {}}\n", 3, "then.gog", "expected a seat"),
        ("scenario: x\ngiven: {seats: [zot, eve]}\nthen: []\n", 3, "then", "checks"),
        ("scenario: x\nscenario: y\n", 2, "scenario", "stands twice"),
        ("scenario: [\n", 2, "", "not YAML"),
        (
            "- {scenario: x, given: {seats: [zot, eve]}}\n- {scenario: x, given: {seats: [zot, eve]}}\n",
            2,
            "[1].scenario",
            "twice",
        ),
    ],
)
def test_a_file_that_is_not_valid_is_told_with_line_and_key(text: str, line: int, key: str, expected: str) -> None:
    error = bad(text)
    assert (error.name, error.line, error.key) == ("case.yaml", line, key)
    assert expected in error.expected


def test_on_yes_and_no_are_words() -> None:
    document = load("on: yes\nno: [off, y, n, true, 1]\n", "words.yaml")
    assert document.data == {"on": "yes", "no": ["off", "y", "n", True, 1]}


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / "picture.yaml"
    path.write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(BadText, match=r"picture\.yaml:1: this is not UTF-8 text"):
        read_file(path)


# The ledger


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("id: x\n", "a list of rules"),
        ("- word\n", "a rule: keys and values"),
        ("- {id: x, kind: mechanic, needs: [], rule: y}\n", "'source' is missing"),
        ("- {id: x, kind: fashion, needs: [], rule: y, source: {house: z}}\n", "expected one of setup"),
        ("- {id: x, kind: ruling, needs: [], rule: y, source: {house: z}, colour: red}\n", "expected one of id"),
    ],
)
def test_a_ledger_that_is_not_valid_is_told(text: str, expected: str) -> None:
    with pytest.raises(BadText) as caught:
        read_ledger(load(text, "ledger.yaml"))
    assert expected in caught.value.expected


# Cases that no deck of the base game can show


def test_who_shared_a_loss_may_not_hit_back(tmp_path: Path) -> None:
    deck = tmp_path / "twin.yaml"
    deck.write_text(
        "character: twin\nname: Twin\ncards:\n"
        "  - {count: 20, title: Half for you, family: share-pain}\n"
        "  - {count: 20, title: And back again, family: hit-back-2}\n",
        encoding="utf-8",
    )
    text = """\
    scenario: shared
    given:
      seats: [gog, twin, zot]
      gog: {hand: ["Dance with Gog!"]}
      twin: {hand: ["Half for you", "And back again"]}
    when:
      - gog: {play: "Dance with Gog!", on: twin}
    """
    cards = catalog_with([deck])
    shared = '  - twin: {play: "Half for you"}\n  - never: {twin: {play: "And back again"}}\nthen: {gog: {fortitude: 18}}\n'
    (scenario,) = read(load(dedent(text) + shared, "case.yaml"))
    assert run(scenario, cards).passed, run(scenario, cards).why
    taken = '  - twin: pass\n  - twin: {play: "And back again"}\nthen: {gog: {fortitude: 18}, twin: {fortitude: 16}}\n'
    (scenario,) = read(load(dedent(text) + taken, "case.yaml"))
    assert run(scenario, cards).passed, run(scenario, cards).why


def test_an_orc_takes_what_its_line_says(tmp_path: Path) -> None:
    deck = tmp_path / "orc.yaml"
    deck.write_text(
        "character: grunt\nname: Grunt\ntraits: [orc]\ncards:\n  - {count: 40, title: A punch, family: hit-1}\n",
        encoding="utf-8",
    )
    text = """\
    scenario: rotgut
    given:
      seats: [%s, zot]
      drink: {by: %s, cards: [Orcish Rotgut]}
    when: [{everyone: pass}]
    then: {%s: {fortitude: %d, alcohol: %d}}
    """
    for seat, fortitude, alcohol in (("grunt", 20, 2), ("gog", 18, 0)):
        (scenario,) = read(load(dedent(text % (seat, seat, seat, fortitude, alcohol)), "case.yaml"))
        result = run(scenario, catalog_with([deck]))
        assert result.passed, result.why
