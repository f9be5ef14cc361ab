"""What a card does: the verbs of the base game, and the numbers that are worked out as it resolves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from innkeeper.engine import answers, drinks, effects, gambling, happenings, instructions, moments, turn
from innkeeper.engine.occasions import STAT_WORDS
from innkeeper.engine.program import (
    Amount,
    Condition,
)
from innkeeper.engine.registry import AmountWord, Arg, Args, ConditionWord, Subject, Verb, says
from innkeeper.engine.state import (
    ALCOHOL,
    FORTITUDE,
    GOLD,
    Frame,
    State,
)


def _stat_of(args: Args) -> tuple[str, Any]:
    for name, word in STAT_WORDS.items():
        if name in args:
            return word, args[name]
    raise KeyError("no marker named")


def _say_stat(verb: str) -> Callable[[Args, Subject], str]:
    def say(args: Args, who: Subject) -> str:
        word, n = _stat_of(args)
        return f"{who.does(verb)} {n} {word}"

    return say


def _say_pay(args: Args, who: Subject) -> str:
    to = {"inn": "to the Inn", "you": "you", "picked": "them", "owner": "the owner of this card"}[args.get("to", "inn")]
    if to.startswith("to"):
        return f"{who.does('pay')} {args['gold']} Gold {to}"
    return f"{who.does('pay')} {to} {args['gold']} Gold"


def _say_discard(args: Args, who: Subject) -> str:
    how = args.get("how", "choice")
    if how == "all":
        return f"{who.does('discard')} {who.own} whole hand"
    n = args.get("n", 1)
    cards = f"{n} card{'' if n == 1 else 's'}"
    if how == "seen":
        return f"{who.does('show')} you {who.own} hand, and {who.text} must discard {cards} of it that you choose"
    if how == "random":
        return f"{who.does('discard')} {cards} from {who.own} hand at random"
    return f"{who.does('discard')} {cards} of {who.own} choice from {who.own} hand"


def _say_extra(args: Args, who: Subject) -> str:
    after = " after this one" if args.get("who", "drinker") == "drinker" else ""
    return f"{who.does('drink')} one more Drink from {who.own} own Drink Me! Pile{after}"


def _say_leave(args: Args, who: Subject) -> str:
    return "leave the Round" if who.order else f"{who.text} must leave the Round"


def _say_ante(args: Args, who: Subject) -> str:
    everybody = (
        "each other player still in the Round" if args.get("but-you") else "every player still in the Round, you included,"
    )
    return f"{everybody} antes {args.get('n', 1)} more Gold"


def _say_toast(args: Args, who: Subject) -> str:
    everybody = "clockwise, each other player" if args.get("but-you") else "every player, you included,"
    stronger = "; each of these Drinks has {} Alcohol Content more, counted once with its Chasers".format(args.get("stronger"))
    return (
        f"{everybody} reveals a Drink with its Chasers from the Drink Deck and drinks it; "
        f"a Drink Event that turns up is discarded and the next card revealed{stronger if 'stronger' in args else ''}"
    )


def _say_start(args: Args, who: Subject) -> str:
    ante = args.get("ante", 1)
    text = f"start a Round of Gambling, for which everybody antes {ante} Gold"
    if ante != 1:
        text += "; later antes are the usual ones"
    return text + ("; nothing can force you to leave this Round" if args.get("not-forced-out") else "")


def _whose(who: Subject) -> str:
    return f"{who.text}'s" if who.third else who.own


def _say_cards(verb: str) -> Callable[[Args, Subject], str]:
    def say(args: Args, who: Subject) -> str:
        n = args.get("n", 1)
        return f"{who.does(verb)} {n} card{'' if n == 1 else 's'}"

    return say


_WHO: Final = Arg("who")


_NUMBER: Final = Arg("number", required=True)


# A card, or a loss that it would bring; Gold that is about to be lost.
_ANSWERS: Final = moments.CARD_AT | moments.LOSS_AT


_OWED: Final = moments.GOLD_AT | moments.ANTE_AT | moments.RESHUFFLE_AT


def _marker_args(*stats: str) -> dict[str, Arg]:
    return {"who": _WHO, **{stat: Arg("stat") for stat in stats}}


def _cards_in_hand(args: Args) -> Amount:
    def amount(t: State, f: Frame) -> int:
        return len(t.hand[f.targets[0]]) if f.targets and 0 <= f.targets[0] < len(t.hand) else 0

    return amount


def verbs() -> dict[str, Verb]:
    """Return the verbs for markers, coins, cards, answers, Drinks and Rounds."""
    d = drinks
    g = gambling
    return {
        # markers
        "lose": Verb(
            effects.run_lose,
            _marker_args("fortitude"),
            _say_stat("lose"),
            effects.affects_lose,
            mass=True,
            stat=FORTITUDE,
        ),
        "gain": Verb(
            instructions.run_gain,
            _marker_args("fortitude", "alcohol"),
            _say_stat("gain"),
            instructions.affects_gain,
            stat=-1,
        ),
        "sober": Verb(
            instructions.run_gain, _marker_args("alcohol"), _say_stat("lose"), instructions.affects_gain, stat=ALCOHOL
        ),
        # coins
        "pay": Verb(
            instructions.run_pay,
            {"who": _WHO, "gold": Arg("stat", True), "to": Arg("word", words=("inn", "you", "picked", "owner"))},
            _say_pay,
            instructions.affects_pay,
            stat=GOLD,
        ),
        "swap-stashes": Verb(
            instructions.run_swap,
            {},
            says("you and they swap your whole Stashes, unless one of you Ignores this"),
            instructions.affects_swap,
            needs_pick=True,
        ),
        # cards
        "draw": Verb(instructions.run_draw, {"who": _WHO, "n": _NUMBER}, _say_cards("draw")),
        "discard": Verb(
            instructions.run_discard,
            {"who": _WHO, "n": Arg("number"), "how": Arg("word", words=("choice", "random", "all", "seen"))},
            _say_discard,
        ),
        "reveal-hand": Verb(
            instructions.run_reveal_hand,
            {"who": _WHO},
            lambda args, who: f"{who.does('reveal')} {who.own} whole hand",
        ),
        "put-in-front": Verb(
            instructions.run_put_in_front, {"who": _WHO}, lambda args, who: f"lay this card in front of {who.object}"
        ),
        "give": Verb(
            instructions.run_give,
            {"who": _WHO, "what": Arg("title", required=True)},
            lambda args, who: f"{who.does('get')} a {args['what']}",
            who="picked",
            mass=True,
        ),
        "show": Verb(
            instructions.run_show,
            {"who": _WHO},
            lambda args, who: f"{who.does('show')} everybody a card from {who.own} hand",
        ),
        "petrify": Verb(
            instructions.run_petrify,
            {"who": _WHO},
            lambda args, who: (
                f"{who.does('lay')} a card from {who.own} hand face up in front of {who.self}, where it may not be played"
            ),
        ),
        "serve": Verb(
            instructions.run_serve,
            {"who": _WHO, "n": _NUMBER},
            lambda args, who: (
                f"{'a card' if args['n'] == 1 else str(args['n']) + ' cards'} from the top of the Drink Deck, unseen, "
                f"{'goes' if args['n'] == 1 else 'go'} on top of {_whose(who)} Drink Me! Pile"
            ),
        ),
        "end-turn": Verb(turn.run_end_turn, {}, says("the turn ends at once"), ends_round=True, impersonal=True),
        # the card or loss that this answers
        "negate": Verb(
            answers.run_negate, {}, says("Negate it"), negates=True, at=_ANSWERS, at_once=happenings.SOMETIMES_PLAYED
        ),
        "ignore": Verb(answers.run_ignore, {}, says("Ignore it"), ignores=True, at=_ANSWERS),
        "reduce": Verb(
            answers.run_reduce,
            {"n": _NUMBER, "who": Arg("who")},
            lambda args, who: f"reduce {'that' if who.order else who.own} loss by {args['n']}, not below 0",
            reduces=True,
            at=_ANSWERS,
        ),
        "soften": Verb(
            answers.run_soften,
            {"n": Arg("number"), "whole": Arg("bool")},
            lambda args, who: (
                ("that loss is 0" if args.get("whole") else f"that loss is {args.get('n', 1)} smaller, not below 0,")
                + " for every other player; one that cannot be reduced stays as it is"
            ),
            reduces=True,
            at_once=happenings.LOSS_PENDING,
            only_at_once=True,
        ),
        "worsen": Verb(
            answers.run_worsen,
            {"n": _NUMBER},
            lambda args, who: f"everybody who would lose Fortitude by it loses {args['n']} more",
            at=_ANSWERS,
        ),
        "raise-loss": Verb(
            answers.run_raise,
            {"n": _NUMBER},
            lambda args, who: f"that player's loss is {args['n']} higher",
            at=_ANSWERS,
            needs_pick=True,
        ),
        "raise-numbers": Verb(
            answers.run_alter,
            {"n": _NUMBER},
            lambda args, who: f"raise every number of that card by {args['n']}",
            at=_ANSWERS,
        ),
        "lower-numbers": Verb(
            answers.run_alter,
            {"n": _NUMBER},
            lambda args, who: f"lower every number of that card by {args['n']}, not below 0",
            reduces=True,
            at=_ANSWERS,
        ),
        "redirect": Verb(
            answers.run_redirect,
            {},
            says("they take that loss instead of you; if there is nobody and nothing else to take it, Ignore the card instead"),
            at=_ANSWERS,
            needs_pick=True,
        ),
        "share": Verb(
            answers.run_share,
            {},
            says(
                "you and that player each take half of the loss, rounded up; you may play no other card to reduce or Ignore it"
            ),
            reduces=True,
            at=_ANSWERS,
        ),
        "cover": Verb(answers.run_cover, {}, says("the Inn's Gold is used in place of yours"), at=_OWED),
        "void": Verb(answers.run_void, {}, says("you lose none; a payment or an ante counts as made"), at=_OWED),
        "waive": Verb(answers.run_waive, {}, says("you need not pay"), at=moments.RESHUFFLE_AT),
        # Drinks
        "ignore-drink": Verb(
            answers.run_ignore, {}, says("Ignore the Drink, Chasers and all"), touches_drink=True, at=moments.DRINK_AT
        ),
        "pass-drink": Verb(
            answers.run_pass_drink,
            {},
            says("they drink it instead of you"),
            touches_drink=True,
            at=moments.DRINK_AT,
            needs_pick=True,
        ),
        "split-drink": Verb(
            answers.run_split_drink,
            {},
            says("split the Drink with them: each of you drinks half of every number on it, rounded up"),
            touches_drink=True,
            at=moments.DRINK_AT,
            needs_pick=True,
        ),
        "drink-to-fortitude": Verb(
            answers.run_to_fortitude,
            {},
            says("its Alcohol Content is gained as Fortitude instead"),
            touches_drink=True,
            at=moments.DRINK_AT,
        ),
        "strengthen-drink": Verb(
            answers.run_stronger,
            {"n": _NUMBER},
            lambda args, who: f"add {args['n']} Alcohol Content to it",
            at_once=happenings.DRINK_PENDING,
            touches_drink=True,
            at=moments.DRINK_AT,
        ),
        "weaken-drink": Verb(
            answers.run_weaker,
            {"n": _NUMBER},
            lambda args, who: f"reduce its Alcohol Content by {args['n']}, not below 0",
            at_once=happenings.DRINK_PENDING,
            touches_drink=True,
            at=moments.DRINK_AT,
        ),
        "replace-drink": Verb(
            answers.run_replace,
            {"n": _NUMBER},
            lambda args, who: (
                f"whoever drinks it gains {args['n']} Alcohol Content in place of all else that it does; "
                "cards that change the Drink still count"
            ),
            touches_drink=True,
            at=moments.DRINK_AT,
        ),
        "extra-drink": Verb(
            answers.run_extra_drink,
            {"who": _WHO},
            _say_extra,
            who="drinker",
        ),
        "drink-now": Verb(
            answers.run_drink_now,
            {"who": _WHO},
            lambda args, who: f"{who.does('drink')} the top card of {who.own} Drink Me! Pile now",
            who="picked",
        ),
        "order-drinks": Verb(
            instructions.run_order,
            {"n": _NUMBER},
            lambda args, who: (
                f"order {args['n']} more Drink{'' if args['n'] == 1 else 's'}, each onto any other player's Drink Me! Pile"
            ),
        ),
        "order-for-each": Verb(
            instructions.run_order_for_each,
            {},
            says("order 1 more Drink onto each other player's Drink Me! Pile, clockwise from you"),
        ),
        "toast": Verb(d.run_toast, {"but-you": Arg("bool"), "stronger": Arg("number")}, _say_toast, impersonal=True),
        "round-on-the-house": Verb(
            d.run_house,
            {},
            says(
                "cards are revealed from the Drink Deck until there is a Drink with its Chasers, Drink Events being discarded; "
                "every player drinks a copy of it, clockwise from the player whose turn it is"
            ),
            impersonal=True,
        ),
        "contest": Verb(
            d.run_contest,
            {},
            says(
                "every player reveals a Drink with its Chasers from the Drink Deck and drinks it; a Drink Event does nothing "
                "and counts as 0. The highest Alcohol Content, even of a Drink that was avoided, wins 1 Gold from each other "
                "player. Those who are tied for it reveal and drink again until one is ahead"
            ),
            impersonal=True,
        ),
        # Rounds of Gambling
        "start-round": Verb(
            g.run_start,
            {"ante": Arg("number"), "not-forced-out": Arg("bool")},
            _say_start,
            antes=True,
            impersonal=True,
        ),
        "take-control": Verb(
            g.run_control,
            {"only-cheating-next": Arg("bool")},
            lambda args, who: (
                "take control of the Round"
                + ("; only a Cheating Card may take control next" if args.get("only-cheating-next") else "")
            ),
        ),
        "ante-all": Verb(
            g.run_ante,
            {"n": Arg("number"), "but-you": Arg("bool")},
            _say_ante,
            antes=True,
        ),
        "make-leave": Verb(g.run_leave, {"who": _WHO}, _say_leave, who="picked"),
        "leave-round": Verb(g.run_depart, {"who": _WHO}, lambda args, who: f"{who.does('leave')} the Round", who="picked"),
        "play-for-team": Verb(
            g.run_play_for_team,
            {},
            says("you are your team's champion in this Round"),
            at_once=happenings.ROUND_STARTING,
            only_at_once=True,
        ),
        "raise-first-ante": Verb(
            g.run_raise_first_ante,
            {"n": _NUMBER},
            lambda args, who: f"your first ante, or your team's, is {args['n']} Gold higher",
            at_once=happenings.ROUND_STARTING,
            only_at_once=True,
        ),
        "sit-out": Verb(g.run_sit_out, {}, says("leave the Round instead of anteing"), at=moments.ANTE_AT),
        "end-round": Verb(
            g.run_end, {}, says("the Round ends at once; the pot goes to the Inn"), ends_round=True, impersonal=True
        ),
        "win-round": Verb(g.run_catch, {}, says("you win the Round"), ends_round=True),
        "share-pot": Verb(
            g.run_share_pot,
            {},
            says("take half of the pot, rounded down; the rest goes to whoever gets the pot"),
            ends_round=True,
            at=moments.WON_AT,
        ),
        "steal-pot": Verb(g.run_steal, {}, says("you get the pot instead of the winner"), ends_round=True, at=moments.WON_AT),
        "play-on": Verb(g.run_again, {}, says("the Round goes on for the same pot, and you are in control"), at=moments.WON_AT),
        "palm": Verb(
            g.run_palm,
            {"gold": Arg("stat", True)},
            lambda args, who: f"take {args['gold']} Gold from the pot; nothing else about the Round changes",
        ),
    }


def _drinkers_hand(args: Args) -> Amount:
    def amount(t: State, f: Frame) -> int:
        return len(t.hand[f.seat])

    return amount


def _discarded(args: Args) -> Amount:
    def amount(t: State, f: Frame) -> int:
        return f.n

    return amount


def _say_discard_any(args: Args, who: Subject) -> str:
    most = args.get("most")
    number = f"up to {most} card{'' if most == 1 else 's'}" if most else "any number of cards"
    return f"{who.does('discard')} {number} of {who.own} choice from {who.own} hand"


def more_verbs() -> dict[str, Verb]:
    """Words for hands, for what a Drink leaves behind, and for what lasts for a Phase."""
    i = instructions
    d = drinks
    return {
        "discard-any": Verb(i.run_discard_any, {"most": Arg("int")}, _say_discard_any),
        "draw-up": Verb(i.run_draw_up, {"who": _WHO}, lambda args, who: f"{who.does('draw')} up to {who.own} hand size"),
        "lay-down-action": Verb(
            i.run_lay_down,
            {},
            says(
                "you may lay an Action Card from your hand down in front of you; in one later Action Phase of yours it may be "
                "played besides that Phase's Action"
            ),
        ),
        "one-more-action": Verb(i.run_one_more_action, {}, says("you may play one more Action Card in this Action Phase")),
        "keep-fortitude": Verb(
            i.run_keep_fortitude,
            {},
            says(
                "until the end of this turn, whoever's it is, your Fortitude cannot go down, whatever an effect says of "
                "itself; all else that it does is done"
            ),
        ),
        "lower-hand-size": Verb(
            i.run_lower_hand_size,
            {"who": _WHO, "n": _NUMBER},
            lambda args, who: f"{who.own} hand size is {args['n']} lower in this Phase, but not below 0",
        ),
        "order-for-oneself": Verb(
            i.run_order_for_oneself,
            {"who": _WHO},
            lambda args, who: f"the Drink that this Phase has {who.object} order goes onto {who.own} own Drink Me! Pile",
        ),
        "prevent-gain": Verb(
            answers.run_prevent_gain,
            {},
            says("you gain no Fortitude by it; its other numbers stay"),
            at_once=happenings.GAIN_PENDING,
            only_at_once=True,
        ),
        "keep-drink": Verb(
            d.run_keep,
            {"instead": Arg("bool")},
            lambda args, who: (
                "you may lay it down in front of you instead of drinking it, unless several players drink it; what comes with "
                "it is drunk"
                if args.get("instead")
                else "lay it down in front of you"
            ),
        ),
        "move-own-drink": Verb(
            d.run_move_own,
            {},
            says(
                "move the top card of your Drink Me! Pile, unseen, onto the pile of another player of your choice; several who "
                "drink this do so in turn when all of them have drunk"
            ),
        ),
    }


def _lost_to_it(args: Args) -> Amount:
    plus = int(args.get("plus", 0))

    def amount(t: State, f: Frame) -> int:
        place = next((i for i, other in enumerate(t.stack) if other is f), 0)
        if not place or f.actor < 0:
            return plus
        own = t.game.members[t.game.party[f.actor]]
        return plus + sum(n for target, n in t.stack[place - 1].lost if target in own)

    return amount


def _lost_to_it_text(args: Args) -> str:
    plus = args.get("plus", 0)
    return f"{plus} more than you really lost to that card" if plus else "what you really lost to that card"


def _is_character(args: Args) -> Condition:
    slugs = frozenset(args["names"])

    def condition(t: State, f: Frame) -> bool:
        return f.actor >= 0 and t.game.seats[f.actor] in slugs

    return condition


def _is_character_text(args: Args) -> str:
    names = [" ".join(word.capitalize() for word in slug.split("_")) for slug in args["names"]]
    return f"you play {' or '.join(names)}"


CONDITIONS: Final[dict[str, ConditionWord]] = {
    "character": ConditionWord(_is_character, _is_character_text, {"names": Arg("slugs", required=True)}),
}
"""By name, with how each reads."""


AMOUNTS: Final[dict[str, AmountWord]] = {
    "cards-in-hand": AmountWord(_cards_in_hand, lambda args: "the number of cards in their hand"),
    "drinkers-hand": AmountWord(_drinkers_hand, lambda args: "the number of cards in your hand as you drink it"),
    "lost-to-it": AmountWord(_lost_to_it, _lost_to_it_text, {"plus": Arg("int")}),
    "discarded": AmountWord(_discarded, lambda args: "the number of cards so discarded"),
}
"""By name, with how each reads."""
