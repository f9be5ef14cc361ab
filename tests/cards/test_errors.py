"""What is wrong with a file is told to the line and key, with what was expected; and the JSON Schema agrees."""

# ruff: noqa: E501

import json

import jsonschema
import pytest

from innkeeper.cards import schema
from innkeeper.cards.yaml12 import BadText, load
from innkeeper.library import shipped

HEAD = "character: hilda\nname: Hilda\ncards:\n"
HIT = "  - {title: A, type: action, pick: another, does: [{lose: {who: picked, fortitude: 1}}]}\n"


def card(text: str) -> str:
    return HEAD + "".join(f"  {line}\n" for line in f"- {text}".splitlines())


# What it is about, file, line, key, a part of what is said. The schema must refuse these as well.
BOTH = [
    ("wrong key", HEAD + HIT + "color: red\n", 5, "color", "no such key here"),
    ("wrong key, near", HEAD + HIT + "nmae: x\n", 5, "nmae", "did you mean 'name'?"),
    ("wrong key of a card", card("title: A\n  familly: hit-1"), 5, "cards[0].familly", "did you mean 'family'?"),
    ("missing key", "character: hilda\ncards: []\n", 1, "", "the key 'name' is missing here"),
    ("missing title", HEAD + HIT + "  - {family: hit-1}\n", 5, "cards[1]", "the key 'title' is missing here"),
    ("missing does", card("title: A\n  type: action"), 4, "cards[0]", "the key 'does' is missing here"),
    ("missing type", card("title: A\n  does: []"), 4, "cards[0]", "the key 'type' is missing here"),
    ("nothing but a title", card("title: A"), 4, "cards[0]", "a card has a `family`, or"),
    ("no cards", HEAD.replace("cards:", "cards: []"), 3, "cards", "1 to 200 cards; this one has 0"),
    ("cards are no list", HEAD.replace("cards:", "cards: many"), 3, "cards", "expected a list here"),
    ("a card is no mapping", HEAD + "  - A\n", 4, "cards[0]", "expected keys and values here"),
    ("count 0", card("title: A\n  count: 0\n  family: hit-1"), 5, "cards[0].count", "a whole number from 1 to 60; this is 0"),
    ("count is a word", card("title: A\n  count: two\n  family: hit-1"), 5, "cards[0].count", "this is 'two'"),
    ("count is true", card("title: A\n  count: true\n  family: hit-1"), 5, "cards[0].count", "this is True"),
    ("title is a number", card("title: 7\n  family: hit-1"), 4, "cards[0].title", "expected some text"),
    ("unknown family", card("title: A\n  family: hit-5"), 5, "cards[0].family", "no such family; did you mean 'hit-"),
    ("family and program", card("title: A\n  family: hit-1\n  does: []"), 6, "cards[0].does", "takes what it does from there"),
    ("origin", card("title: A\n  family: hit-1\n  origin: mine"), 6, "cards[0].origin", "expected one of seed, public"),
    ("slug", "character: Hilda B\nname: H\ncards:\n" + HIT, 1, "character", "expected small letters, digits and _"),
    ("traits", HEAD + HIT + "traits: orc\n", 5, "traits", "expected a list here"),
    ("kit", HEAD + HIT + "kit: yes\n", 5, "kit", "expected true or false; this is 'yes'"),
    ("again with more", HEAD + HIT + "piles:\n  a:\n    - {title: B, type: anytime, does: [{draw: {n: 1}}]}\n    - {again: B, type: action}\n", 8,
     "piles.a[1].type", "no such key here"),
    (
        "unknown verb",
        card("title: A\n  type: action\n  does:\n    - gian: {fortitude: 1}"),
        7,
        "cards[0].does[0].gian",
        "no such verb; did you mean 'gain'?",
    ),
    (
        "two keys in a step",
        card("title: A\n  type: action\n  does:\n    - gain: {fortitude: 1}\n      draw: {n: 1}"),
        7,
        "cards[0].does[0]",
        "expected exactly one verb here",
    ),
    ("no key in a step", card("title: A\n  type: action\n  does: [{}]"), 6, "cards[0].does[0]", "exactly one verb"),
    ("two markers", card("title: A\n  type: action\n  does: [{gain: {fortitude: 1, alcohol: 1}}]"), 6, "cards[0].does[0].gain",
     "expected exactly one of fortitude, alcohol"),
    ("no marker", card("title: A\n  type: action\n  does: [{gain: {}}]"), 6, "cards[0].does[0].gain", "exactly one of"),
    ("number 0", card("title: A\n  type: action\n  does: [{draw: {n: 0}}]"), 6, "cards[0].does[0].draw.n", "from 1 to 99; this is 0"),
    ("unknown amount", card("title: A\n  type: action\n  does: [{draw: {n: lots}}]"), 6, "cards[0].does[0].draw.n",
     "a number or an amount"),
    ("unknown player", card("title: A\n  type: action\n  does: [{draw: {who: eachother, n: 1}}]"), 6, "cards[0].does[0].draw.who",
     "no such player; did you mean 'each-other'?"),
    ("unknown type", card("title: A\n  type: acton\n  does: []"), 5, "cards[0].type", "expected one of action, sometimes"),
    ("unknown pick", card("title: A\n  type: action\n  pick: other\n  does: []"), 6, "cards[0].pick",
     "no such pick; did you mean 'another'?"),
    ("unknown pick of two", card("title: A\n  type: action\n  pick: [another, me]\n  does: []"), 6, "cards[0].pick[1]", "no such pick"),
    ("no moment", card("title: A\n  type: sometimes\n  does: []"), 4, "cards[0].when", "exactly one moment"),
    ("two moments", card("title: A\n  type: sometimes\n  when: {ante: {}, won: {}}\n  does: []"), 6, "cards[0].when", "exactly one moment"),
    ("unknown moment", card("title: A\n  type: sometimes\n  when: {antes: {}}\n  does: []"), 6, "cards[0].when.antes",
     "did you mean 'ante'?"),
    ("moment of an Action", card("title: A\n  type: action\n  when: {ante: {}}\n  does: []"), 6, "cards[0].when",
     "only a Sometimes Card has a moment"),
    ("argument of a moment", card("title: A\n  type: sometimes\n  when: {card: {by: me}}\n  does: []"), 6, "cards[0].when.card.by",
     "expected one of any, other, you; this is 'me'"),
    ("phase is missing", card("title: A\n  type: sometimes\n  when: {phase: {}}\n  does: []"), 6, "cards[0].when.phase",
     "the key 'phase' is missing"),
    ("cannot-be", card("title: A\n  type: action\n  cannot-be: [spilled]\n  does: []"), 6, "cards[0].cannot-be[0]", "expected one of"),
    ("beats-any", card("title: A\n  type: cheating\n  beats-any: true\n  does: []"), 6, "cards[0].beats-any", "only a Gambling Card"),
    ("no uses", card("title: A\n  uses: []"), 5, "cards[0].uses", "expected at least one use"),
    ("uses and does", card("title: A\n  uses: [{type: action, does: []}]\n  does: []"), 6, "cards[0].does", "in each of them"),
    ("one option", card("title: A\n  type: action\n  does:\n  - choose:\n      options: {x: []}"), 8, "cards[0].does[0].choose.options",
     "two words or more"),
    ("unknown condition", card("title: A\n  type: action\n  does:\n  - if: it-rains\n    then: []"), 7, "cards[0].does[0].if",
     "no such condition"),
    ("in front", card("title: A\n  in-front: {holds: [sleeps]}"), 5, "cards[0].in-front.holds[0]", "expected one of"),
    ("a list", "- a\n- b\n", 1, "", "expected keys and values here"),
]  # fmt: skip

# What no schema can say, or what ours leaves to the loader.
LOADER = [
    ("by-family alone", card("title: A\n  type: action\n  moment: received\n  by-family: hit-1\n  does: [{draw: {n: 1}}]"), 7,
     "cards[0].by-family", "goes with one of these moments"),
    ("by-family unknown", card("title: A\n  type: action\n  moment: loss-pending\n  once: true\n  by-family: hit-5\n  does: [{soften: {n: 1}}]"), 8,
     "cards[0].by-family", "no such family; did you mean 'hit-"),
    ("again of nothing", HEAD + HIT + "piles:\n  a:\n    - {title: Bee, type: anytime, does: [{draw: {n: 1}}]}\n    - {again: Been}\n", 8,
     "piles.a[1].again", "no card above for such a pile is called 'Been'; did you mean 'Bee'?"),
    ("again of another pile", HEAD + HIT + "piles:\n  a:\n    - {again: A}\n", 7, "piles.a[0].again", "no card above for such a pile"),
    ("deck too large", HEAD + "".join(f"  - {{title: A{i}, count: 60, family: hit-1}}\n" for i in range(4)), 3, "cards",
     "1 to 200 cards; this one has 240"),
    ("title twice", card("title: Be Still!\n  family: hit-1") + "  - {title: be still, family: hit-2}\n", 6, "cards[1].title",
     "stands twice"),
    ("title without letters", card("title: '?!'\n  family: hit-1"), 4, "cards[0].title", "letters or digits"),
    ("a character that ships", "character: fiona\nname: F\ncards:\n" + HIT, 1, "character", "exists already"),
    ("pick missing", card("title: A\n  type: action\n  does:\n    - lose: {who: picked, fortitude: 1}"), 7,
     "cards[0].does[0].lose.who", "nobody has been picked"),
    ("pick missing for who gets it", card("title: A\n  type: action\n  does: [{pay: {gold: 1, to: picked}}]"), 6,
     "cards[0].does[0].pay.to", "nobody has been picked"),
    ("pick missing for all", card("title: A\n  type: action\n  does: [{draw: {who: all-picked, n: 1}}]"), 6,
     "cards[0].does[0].draw.who", "nobody has been picked"),
    ("pick missing for a verb", card("title: A\n  type: sometimes\n  when: {drink: {}}\n  does: [{pass-drink: {}}]"), 7,
     "cards[0].does[0].pass-drink", "nobody has been picked"),
    ("two uses of one name", card("title: A\n  uses:\n  - {type: action, does: []}\n  - {type: action, does: []}"), 7,
     "cards[0].uses[1].as", "two uses are called 'action'"),
    ("a verb at no moment of its", card("title: A\n  type: action\n  does: [{negate: {}}]"), 6, "cards[0].does[0].negate",
     "for a Sometimes Card whose moment is one of: card, loss"),
    ("a verb for what acts at once", card("title: A\n  type: action\n  does: [{prevent-gain: {}}]"), 6, "cards[0].does",
     "for what happens at the moment 'gain-pending'"),
    ("what cannot be done at once", card("title: A\n  type: action\n  moment: drink-pending\n  once: true\n  does: [{draw: {n: 1}}]"),
     8, "cards[0].does", "nothing but: strengthen-drink, weaken-drink"),
    ("at once, and again", card("title: A\n  type: action\n  moment: gain-pending\n  does: [{prevent-gain: {}}]"), 6,
     "cards[0].moment", "say `once: true`"),
    ("a pick at no moment of its", card("title: A\n  type: anytime\n  pick: culprit\n  does: []"), 6, "cards[0].pick",
     "whose moment is one of"),
    ("shielded by nothing", card("title: A\n  type: action\n  only-affected-by: hit-9\n  does: []"), 6, "cards[0].only-affected-by",
     "no such family"),
    ("a card that is not there", card("title: A\n  type: action\n  does: [{give: {who: you, what: Bruise}}]"), 6,
     "cards[0].does[0].give.what", "no card of this character is called 'Bruise'"),
    ("too many steps", card("title: A\n  type: action\n  does: [" + "{draw: {n: 1}}, " * 61 + "]"), 6, "cards[0].does[60]",
     "at most 60 steps"),
]  # fmt: skip

# What is not even read as data.
TEXT = [
    ("not YAML", HEAD + "  - {title: A\n  - x", 6, "", "this is not YAML"),
    ("key twice", HEAD + HIT + "name: H\n", 5, "name", "this key stands twice"),
    ("anchor", HEAD + "  - &a {title: A, family: hit-1}\n", 4, "cards[0]", "anchors and aliases"),
    ("alias", HEAD.replace("Hilda", "&n Hilda") + HIT, 2, "name", "anchors and aliases"),
    ("alias alone", "character: *n\n", 1, "character", "anchors and aliases"),
    (
        "tag that would run code",
        HEAD + "  - !!python/object/apply:os.system ['true']\n",
        4,
        "cards[0]",
        "tags have no place here",
    ),
    ("tag that would build something", "character: !!python/name:os.system x\n", 1, "character", "tags have no place here"),
    ("tag on a key", "!!str character: x\n", 1, "", "a key must be a word"),
    ("deep", "character: " + "[" * 31 + "]" * 31, 1, "character[0][0]", "nested more than 30 deep"),
    ("very deep", "character: " + "[" * 200_000, 1, "", "nest"),
    ("huge", "character: " + "x" * 1_000_001, 1, "", "at most 1000000 characters"),
    ("long number", f"character: {'9' * 5000}\n", 1, "character", "at most 15 digits"),
    ("two documents", "---\ncharacter: x\n---\nname: x\n", 3, "", "one document"),
    ("steers the terminal", 'character: x\nname: "\\e[2J"\n', 2, "name", "control characters"),
    ("nothing", "", 1, "", "expected keys and values here"),
]


def refusal(text: str) -> BadText:
    with pytest.raises(BadText) as caught:
        shipped().add_deck(load(text, "deck.yaml"), "yours")
    return caught.value


@pytest.mark.parametrize(("about", "text", "line", "key", "said"), BOTH + LOADER + TEXT, ids=lambda x: "")
def test_a_broken_file_is_refused_at_its_place(about: str, text: str, line: int, key: str, said: str) -> None:
    error = refusal(text)
    assert (error.line, error.key) == (line, key), f"{about}: {error}"
    assert said in error.expected
    assert str(error).startswith(f"deck.yaml:{line}: {key}: " if key else f"deck.yaml:{line}: ")
    assert "\n" not in str(error)


VALIDATOR = jsonschema.Draft202012Validator(json.loads(schema.shipped_text()))


@pytest.mark.parametrize(("about", "text"), [case[:2] for case in BOTH], ids=[case[0] for case in BOTH])
def test_the_schema_refuses_it_too(about: str, text: str) -> None:
    data = load(text, "deck.yaml").data
    # Without `character` a file is taken for families; what is asked here is whether a deck is refused.
    assert not VALIDATOR.is_valid(data), about


@pytest.mark.parametrize(("about", "text"), [case[:2] for case in LOADER], ids=[case[0] for case in LOADER])
def test_what_the_schema_leaves_to_the_loader(about: str, text: str) -> None:
    assert VALIDATOR.is_valid(load(text, "deck.yaml").data), f"the schema knows this now: {about} belongs among the others"


def test_sets_of_drinks_and_families_are_checked_as_strictly() -> None:
    builder = shipped()
    for text, line, key in (
        ("set: mine\ndrinks:\n  - {title: A, alcohol: 1.5}\n", 3, "drinks[0].alcohol"),
        ("set: mine\ndrinks:\n  - {title: A, instead-for: {orc: {gold: 1}}}\n", 3, "drinks[0].instead-for.orc.gold"),
        ("set: mine\ndrinks:\n  - {title: A, alcohol: 1, event: [{toast: {}}]}\n", 3, "drinks[0].alcohol"),
        ("set: mine\ndrinks:\n  - {title: A, event: [{tost: {}}]}\n", 3, "drinks[0].event[0].tost"),
        ("set: mine\ndrinks:\n  - {title: A, alcohol: {hands: {}}}\n", 3, "drinks[0].alcohol"),
        ("set: mine\ndrinks:\n  - {title: A, type: sometimes, in-front: {playable: holder}}\n", 3, "drinks[0].type"),
        ("set: mine\ndrinks:\n  - {title: A, type: action, in-front: 5}\n", 3, "drinks[0].in-front"),
        ("set: mine\ndrinks:\n  - {title: A, first: [{tost: {}}]}\n", 3, "drinks[0].first[0].tost"),
        ("set: base\ndrinks: []\n", 1, "set"),
    ):
        document = load(text, "drinks.yaml")
        with pytest.raises(BadText) as caught:
            builder.add_set(document)
        assert (caught.value.line, caught.value.key) == (line, key), caught.value
        assert "base" in text or not VALIDATOR.is_valid(document.data)
    for text, line, key in (
        ("mine:\n  type: action\n  dose: []\n", 3, "mine.dose"),
        ("mine:\n  uses: []\n", 2, "mine.uses"),
        ("mine:\n  called: 7\n  type: action\n  does: []\n", 2, "mine.called"),
        ("mine:\n  pick: another\n", 1, "mine"),
    ):
        document = load(text, "families.yaml")
        with pytest.raises(BadText) as caught:
            shipped().add_families(document)
        assert (caught.value.line, caught.value.key) == (line, key), caught.value
        assert not VALIDATOR.is_valid(document.data)


@pytest.mark.parametrize(
    "step",
    [
        "order-drinks: {n: 1}",
        "take-control: {}",
        "toast: {but-you: true}",
        "gain: {fortitude: 1}",
        "gain: {who: each-other, fortitude: 1}",
        "pay: {who: every, gold: 1, to: you}",
        "choose: {options: {left: [], right: []}}",
        "portal: {}",
    ],
)
@pytest.mark.parametrize("pile", ["events", "drinks"])
def test_an_event_has_no_player_to_speak_of(step: str, pile: str) -> None:
    document = load(f"set: mine\n{pile}:\n  - {{title: A, event: [{{{step}}}]}}\n", "set.yaml")
    with pytest.raises(BadText, match="nobody plays an Event") as caught:
        shipped().add_set(document)
    assert (caught.value.line, caught.value.key) == (3, f"{pile}[0].event[0].{step.split(':')[0]}")
    assert VALIDATOR.is_valid(document.data)  # this is the loader's to say
