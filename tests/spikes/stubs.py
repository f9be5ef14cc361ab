"""Stub characters, each the least that shows one thing the engine must carry. They plug in as real ones do."""

from __future__ import annotations

from functools import cache
from importlib import resources

from innkeeper.cards.build import Builder
from innkeeper.cards.yaml12 import load
from innkeeper.engine import atoms, effects, happenings, standing, vocabulary
from innkeeper.engine.decision import Option
from innkeeper.engine.game import AFTER_RELEASE, Character, Hooks
from innkeeper.engine.program import SOMETIMES, Catalog, Instr
from innkeeper.engine.registry import AmountWord, Arg, Verb, Vocabulary, says
from innkeeper.engine.state import ADD_LOSS, DRINKING, EFFECT, LOSES_FORTITUDE, PLAYED, TOKEN, Frame, State

RULE = ("core.respond.in-order",)
RAGE = 901


# --- rage: named at once, let loose when the card is done, a share for each target, each an answerable effect ---


def run_rage(t: State, f: Frame, instr: Instr) -> bool:
    """Ask for a target for each point of rage, and keep the shares for later."""
    answer = t.take_answer()
    if answer is not None:
        f.later = (*f.later, (RAGE, answer.value, 1))
    if sum(1 for code, _, _ in f.later if code == RAGE) < instr.n:
        targets = [s for s in t.clockwise(f.actor) if s != f.actor] + effects.things_in_play(t)
        t.ask(f.actor, "pick", [Option("seat", s) for s in targets], RULE, f.card)
        return False
    return True


def let_loose(t: State, f: Frame) -> bool:
    """Put the next share on the stack; True when none is left."""
    shares = [entry for entry in f.later if entry[0] == RAGE]
    if f.kind != EFFECT or not shares:
        return True
    target = shares[0][1]
    f.later = tuple(entry for entry in f.later if entry[0] != RAGE or entry[1] != target)
    share = effects.begin(t, f.actor, t.game.catalog.by_title["wolf", "Rage"], 0, SOMETIMES, (target,), PLAYED)
    share.n = sum(1 for _, who, _ in shares if who == target)
    return False


class Wolf(Character):
    """Lets rage loose."""

    def join(self, seat: int, hooks: Hooks) -> None:
        """Join once for the table."""
        hooks.after.append((AFTER_RELEASE, let_loose))


# --- a twin in front of a player, which acts on the loss that this player is about to cause ---


class Twin(Character):
    """Gives twins to others."""

    def join(self, seat: int, hooks: Hooks) -> None:
        """Act as soon as a loss is pending."""
        hooks.pending.append(weaken)


def weaken(t: State, f: Frame) -> None:
    """Take 2 off every loss of a card whose player has a twin in front, and put the twin away, whatever follows."""
    if f.kind != EFFECT or f.actor < 0:
        return
    for item in t.front[f.actor]:
        hit = [s for s, mark in enumerate(effects.marks(t, f)) if mark & LOSES_FORTITUDE and s != f.actor]
        if t.game.cards[item[0]].subtype == "twin" and item[1] != f.actor and hit:
            atoms.from_front(t, f.actor, item[0])
            atoms.lay_aside(t, item)
            f.mods = (*f.mods, *((ADD_LOSS, s, -2) for s in hit))
            f.marks = ()
            t.note("altered", f.actor, RULE, item[1], item[0], -2)


def run_give_twin(t: State, f: Frame, instr: Instr) -> bool:
    """Lay the top twin in front of the player picked."""
    card = atoms.take_top(t, f.actor, "twins")
    if card >= 0:
        happenings.hand_over(t, f.targets[0], card, f.actor, 0, RULE)
    return True


Twin.side = ("twins", "twins_discard")


# --- a beast that is no player  ---


class Keeper(Character):
    """Keeps beasts in a supply."""

    side = ("beasts",)


def run_fetch(t: State, f: Frame, instr: Instr) -> bool:
    """Put a beast in front of the player picked."""
    card = atoms.take_top(t, f.actor, "beasts")
    if card >= 0:
        happenings.hand_over(t, f.targets[0], card, f.actor, 0, RULE)
    return True


# --- a Drink that stays in front of its drinker  ---


def run_stay(t: State, f: Frame, instr: Instr) -> bool:
    """Keep the Drink in front of the drinker: the card itself, or a token for a copy."""
    drink = next(below for below in reversed(t.stack) if below.kind == DRINKING)
    tag = 0 if drink.physical else TOKEN
    if drink.physical:
        drink.cards = tuple(c for c in drink.cards if c != f.card)
    atoms.put_in_front(t, drink.seat, f.card, drink.seat, tag, RULE)
    standing.refresh(t, drink.seat)
    return True


DECKS = {
    "wolf.yaml": """
character: wolf
name: Wolf
cards:
  - {title: Howl, count: 20, type: action, does: [{rage: {n: 2}}]}
  - {title: Snap, count: 20, type: anytime, pick: another, does: [{lose: {who: picked, fortitude: 1}}, {rage: {n: 2}}]}
effects:
  - {title: Rage, type: part, does: [{lose: {who: picked, fortitude: share}}], pick: another}
""",
    "twin.yaml": """
character: twin
name: Twin
cards:
  - {title: Take this, count: 40, type: action, pick: another, does: [{give-twin: {}}]}
piles:
  twins:
    - {title: The Clumsy, subtype: twin}
    - title: The Sudden
      uses: [{as: right, type: action, moment: received, once: true, does: [{lose: {who: holder, fortitude: 1}}]}]
""",
    "keeper.yaml": """
character: keeper
name: Keeper
cards:
  - {title: Here boy, count: 40, type: action, pick: anybody, does: [{fetch: {}}]}
piles:
  beasts:
    - title: Hound
      thing: beast
      uses: [{as: acts, type: action, moment: action-ends, does: [{lose: {who: holder, fortitude: 1}}]}]
""",
}
DRINK = """
set: stubs
drinks:
  - {title: Otherworld Port, does: [{stay: {}}], in-front: {holds: [plays-nothing, ignores-all, not-picked], until: next-turn}}
"""


def register(words: Vocabulary) -> None:
    """Add the stubs' words."""
    number = {"n": Arg("number", required=True)}
    words.add(
        verbs={
            "rage": Verb(run_rage, number, says("let rage loose")),
            "give-twin": Verb(run_give_twin, {}, says("they get a twin"), needs_pick=True),
            "fetch": Verb(run_fetch, {}, says("they get a beast"), needs_pick=True),
            "stay": Verb(run_stay, {}, says("it stays in front of you")),
        },
        amounts={"share": AmountWord(lambda args: lambda t, f: f.n, lambda args: "what is let loose on them")},
    )


@cache
def stub_catalog() -> Catalog:
    """Return the base game's catalog with the stubs in it."""
    words = vocabulary.base()
    register(words)
    builder = Builder(words)
    folder = resources.files("innkeeper") / "decks"
    builder.add_families(load((folder / "families.yaml").read_text("utf-8"), "families.yaml"))
    builder.add_set(load((folder / "drinks.yaml").read_text("utf-8"), "drinks.yaml"))
    builder.add_set(load(DRINK, "stubs.yaml"))
    builder.drinks["base"] += builder.drinks["stubs"]
    for slug in ("zot", "eve", "fiona", "gog", "deirdre"):
        builder.add_deck(load((folder / f"{slug}.yaml").read_text("utf-8"), f"{slug}.yaml"))
    for name, text in DECKS.items():
        builder.add_deck(load(text, name), "yours")
    builder.characters = {"wolf": Wolf(), "twin": Twin(), "keeper": Keeper()}
    return builder.catalog()
