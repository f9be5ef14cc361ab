"""What a person is asked, in words: the question, what a phase is about, how a seat stands that may be picked."""

from __future__ import annotations

from typing import Final

from innkeeper.engine import effects
from innkeeper.engine.decision import Decision
from innkeeper.engine.game import Game
from innkeeper.engine.state import DRINKING, EFFECT, OPEN, RESOLVING, ROUND, SETTLE, Frame, State
from innkeeper.session.forecast import forecast, touched, who, whose
from innkeeper.session.sides import mates
from innkeeper.view.story import listed, name_of, quoted

HINTS: Final = {
    "discard": "Your turn begins. Throw away any cards that you do not want; then you draw up to your hand size.",
    "action": "The Action Phase: play one Action Card, or none. Other cards of yours that fit the moment may be played too.",
    "order": "You order a Drink for another player: unseen, on top of the pile that they will have to drink from.",
    "answer": "You hold a card that could be played now. To let things be is fine too; skip lets be all that does not touch "
    "you, until your next turn.",
    "gamble": "A Round of Gambling: whoever is in control when all others have passed wins the pot. Passing does not leave it.",
}
_SEVERAL: Final = (
    "The Action Phase: play up to {} Action Cards, or none. Other cards of yours that fit the moment may be played too."
)


def hint(game: Game, kind: str, seat: int) -> str:
    """Return what a question of that kind is about, for a seat that meets it for the first time; "" where nothing is said."""
    usual = game.actions[seat]
    return _SEVERAL.format(usual) if kind == "action" and usual > 1 else HINTS.get(kind, "")


def question(t: State, decision: Decision) -> str:
    """Return the question that is open, in words."""
    top = t.stack[-1]
    if top.kind == SETTLE:
        asked = t.game.characters[top.seat].question(t, top)
        if asked:
            return asked
    title = quoted(t.game, decision.card) if decision.card >= 0 else ""
    if decision.kind == "action":
        return f"Your Action Phase{_actions_left(t, decision.seat)}. What do you play?"
    if decision.kind == "order":
        return "For whom do you order a Drink?"
    if decision.kind == "order-card":
        return f"{title}: for whom do you order a Drink?"
    if decision.kind == "gamble":
        control = who(t, t.control, decision.seat)
        verb = "are" if control == "you" else "is"
        turn = "You play for your team" if mates(t.game, decision.seat) else "Your turn in the Round"
        return f"The pot is {t.pot} Gold, and {control} {verb} in control. {turn}."
    if decision.kind == "answer":
        return f"Do you answer{_for_whom(t, decision.seat)}?" if forecast(t, decision.seat) else _quiet(t)
    if decision.kind == "discard":
        return "Which cards do you throw away?"
    text = _asked(t, decision, 0) or _PLAIN.get(decision.kind, "what do you choose?")
    return f"{title}: {text}" if title else text[:1].upper() + text[1:]


def _actions_left(t: State, seat: int) -> str:
    """Return in brackets what is left of a seat's Actions, where it is not just the usual one."""
    usual = t.game.actions[seat]
    if t.actions <= 0:
        return " (your Action is played)" if usual == 1 else " (your Actions are played)"
    if t.actions == usual == 1:
        return ""
    return f" ({t.actions} Action{'' if t.actions == 1 else 's'} left)"


def declining(t: State, decision: Decision) -> str:
    """Return what it means to pass, in words: "let it be", "summon nothing"."""
    if decision.kind == "action":
        return "play nothing more"
    if decision.kind == "gamble":
        return "pass, and stay in the Round"
    if decision.kind == "answer":
        return "let it be" if forecast(t, decision.seat) else "play nothing"
    if decision.kind == "discard":
        return "keep the rest and draw"
    return _asked(t, decision, 1) or ("no" if decision.kind == "choose" else "none")


_PLAIN: Final = {"pick": "whom do you pick?", "cards": "which card do you choose?"}
_ASKED: Final[dict[str, tuple[str, str]]] = {
    # By the rule that asks, or the verb: the question, and what it means to decline.
    "house.happening.order": ("which of these comes first?", ""),
    "team.gamble-other-champion": ("who of you plays in this Round?", ""),
    "summon.optional": ("in front of whom do you summon the {thing}?", "summon nothing"),
    "summon.in-play-choice": ("in front of whom do you move the {thing}, which is in play?", "leave it there"),
    "house.baelfire.feeding-time": ("which Shadowfiend acts next?", ""),
    "house.baelfire.kennel-open cards": ("which Shadowfiend do you take out of your supply?", "take no more"),
    "house.baelfire.kennel-open pick": ("in front of whom do you put it?", ""),
    "doppelganger.split.choice": ("do you keep it in front of you, or give it to another player?", ""),
    "doppelganger.split.give": ("to whom do you give it?", ""),
    "fury.choose-first": ("who loses 1 Fortitude to your Fury? {left}", ""),
    "prize.must-choose": ("which Prize do you add to the pot?", ""),
    "prize.whitehawk-half choose": ("do you keep it, or give it to whoever shares the pot?", ""),
    "prize.whitehawk-half pick": ("to whom do you give it?", ""),
    "discard": ("which card do you discard?", ""),
    "discard-any": ("which card do you discard, if any?", "discard no more"),
    "show": ("which card do you show to everybody?", ""),
    "petrify": ("which card do you lay face up in front of you?", ""),
    "lay-down-action": ("which Action Card do you lay down for a later Action Phase, if any?", "lay none down"),
    "keep-drink": ("do you keep it in front of you, instead of drinking it?", "no, drink it"),
    "move-own-drink": ("onto whose pile do you move your top Drink?", ""),
    "take-back-arrow": ("which spent Arrow do you take back into your hand?", ""),
    "take-back-summon-card": ("which Summon Card do you take back into your hand?", ""),
}


def _asked(t: State, decision: Decision, part: int) -> str:
    """Return what is said where it is known what asks: a question (part 0), or what it means to decline (part 1)."""
    f = t.stack[-1]
    names = [name for rule in decision.rules for name in (rule, f"{rule} {decision.kind}")]
    if f.kind == EFFECT and f.stage == RESOLVING:
        program = effects.use_of(t, f).program
        names += [program[f.pc].verb] if f.pc < len(program) else []
    by = next((name for name in names if name in _ASKED), "")
    text = _ASKED[by][part] if by else ""
    if by == "discard" and f.data and f.data[0] != decision.seat:
        return f"which card of {whose(t, f.data[0], decision.seat)} hand is discarded?"
    thing = next((t.game.cards[entry[1]].title for entry in f.later if 0 <= entry[1] < len(t.game.cards)), "")
    return text.format(left=f"({f.step - 1} to come)" if f.step > 2 else "", thing=thing).rstrip()


def _for_whom(t: State, seat: int) -> str:
    """Return for which team-mates somebody may answer what does not touch them."""
    hit = touched(t, seat) if mates(t.game, seat) else []
    return f" for {listed([name_of(t.game, s) for s in hit])}, of your team" if hit and seat not in hit else ""


def _quiet(t: State) -> str:
    if any(f.kind == ROUND for f in t.stack):
        return "A quiet moment in the Round of Gambling. Do you play something?"
    return "A quiet moment. Do you play something?"


def standing(t: State, seat: int, eye: int) -> str:
    """Return how a seat stands, in brackets: its gap, its markers, its Gold, its Drinks."""
    p = t.game.party[seat]
    gap = t.fortitude[p] - t.alcohol[p]
    you = "you; " if seat == eye else "your team; " if seat in mates(t.game, eye) else ""
    drinks = len(t.drink_pile[seat])
    pile = f"{drinks} Drink{'' if drinks == 1 else 's'} waiting"
    return f"({you}gap {gap}: {t.fortitude[p]} Fortitude, {t.alcohol[p]} Alcohol; {t.gold[p]} Gold; {pile})"


def pending_words(t: State, f: Frame, eye: int) -> str:
    """Return how a line calls something that waits below what is on top; "" for what is not worth saying."""
    game = t.game
    if f.kind == EFFECT and f.stage == OPEN and f.card >= 0:
        return f"{whose(t, f.actor, eye)} {quoted(game, f.card)}" if f.actor >= 0 else quoted(game, f.card)
    if f.kind == DRINKING and f.cards:
        return f"{whose(t, f.seat, eye)} Drink, {listed([quoted(game, card) for card in f.cards])}"
    return ""
