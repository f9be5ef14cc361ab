"""The log as prose: one line of plain English for each entry that is worth one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from innkeeper.characters import pooky
from innkeeper.engine.game import Game
from innkeeper.engine.program import EVENT
from innkeeper.engine.state import INN, NOBODY, THING, Entry, State
from innkeeper.view.log import log_for, masked

Teller = Callable[[Game, Entry, int], str]
_COUNTS: Final = "core.card.illusory-coin"


def story(table: State, seat: int = NOBODY, since: int = 0) -> list[str]:
    """Return the log from the entry numbered `since` on as lines, as a seat (NOBODY: a spectator) may read it.

    A line about a marker or a Stash ends with what it then came to. Raises ValueError for no such seat.
    """
    entries = log_for(table, seat, since)
    # The log tells by how much a marker moved; where it stood is known for the present, so this goes backwards.
    game = table.game
    now = {"fortitude": table.fortitude[:], "alcohol": table.alcohol[:]}
    totals: list[int] = []
    for entry in reversed(entries):
        markers = now.get(entry[0])
        if markers is None:
            totals.append(NOBODY)
        else:
            party = game.party[entry[1]]
            totals.append(markers[party])
            markers[party] -= entry[4]
    lines = [tell(game, entry, seat, total) for entry, total in zip(entries, reversed(totals), strict=True)]
    return [line for line in lines if line]


def tell(game: Game, entry: Entry, eye: int = NOBODY, total: int = NOBODY) -> str:
    """Return one log entry as a line for a seat (NOBODY: a spectator), "" for one that is not worth a line.

    total: where the marker that the entry moved then stood, added in brackets; NOBODY leaves it out. Nothing is told that the
    seat may not know. An entry of an unknown kind gives "".
    """
    teller = TELLERS.get(entry[0])
    if teller is None:
        return ""
    line = teller(game, masked(entry, eye), eye)
    if total >= 0 and line:
        return f"{line[:-1]} ({total})."
    return _TITLE_ENDS.sub(r"\1", line)


# --- words ----------------------------------------------------------------------------------------------------------------

_TITLE_ENDS: Final = re.compile(r'([.!?…]")\.$')  # a title that ends in a full stop of its own has the sentence's as well


def name_of(game: Game, target: int) -> str:
    """Return how a line calls a target: a seat by its character's name, a thing by its title, the Inn."""
    if target >= THING:
        return quoted(game, (target - THING) % THING)
    if target == INN:
        return "the Inn"
    if target < 0:
        return "nobody"
    return pretty(game.names[target])


def pretty(slug: str) -> str:
    """Return a slug as a name: "Zot", "Evil Pooky", "Zot 2"."""
    return " ".join(word.capitalize() for word in slug.replace("_", "-").split("-"))


def quoted(game: Game, card: int) -> str:
    """Return a card's title in quotation marks."""
    title = game.cards[card].title
    return f"“{title}”" if '"' in title else f'"{title}"'


def listed(words: Sequence[str]) -> str:
    """Return words as a list: "a", "a and b", "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1]


def side_name(game: Game, party: int, eye: int = NOBODY) -> str:
    """Return how a sentence calls a side: "your team" for one of its members, "the Challengers", else who they are."""
    members = game.members[party]
    if eye in members and len(members) > 1:
        return "your team"
    if game.boss != NOBODY and game.boss not in members and len(members) > 1:
        return "the Challengers"
    return listed([name_of(game, seat) for seat in members])


def owned(name: str) -> str:
    """Return whose something is: "Zot's", "the Challengers'"."""
    return f"{name}'" if name == "the Challengers" else f"{name}'s"


def opening_words(game: Game) -> str:
    """Return in a sentence or two who plays against whom, and with what the Boss begins; "" for the usual game."""
    if not game.teams:
        return ""
    if game.boss == NOBODY:
        return f"{' against '.join(listed([name_of(game, seat) for seat in members]) for members in game.members)}."
    others = listed([name_of(game, seat) for seat in range(len(game.seats)) if seat != game.boss])
    return f"{name_of(game, game.boss)} is the Boss, against {others}. {boss_words(game)}"


def boss_words(game: Game) -> str:
    """Return the Boss's numbers in a sentence (boss.settings)."""
    boss, party = game.boss, game.party[game.boss]
    return (
        f"The Boss begins with {game.starting_gold[party]} Gold and {game.starting_fortitude[party]} Fortitude, holds "
        f"{_count(game.hand_size[boss], 'card')} and has {_count(game.actions[boss], 'Action')} in a turn."
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _cards(game: Game, cards: Sequence[int]) -> str:
    return listed([quoted(game, card) for card in cards])


def _count(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def _card_of(game: Game, seat: int, card: int) -> str:
    """Return a pending card with its player: `Zot's "Title"`; a Drink, which has no number of its own, as "the Drink"."""
    if card < 0:
        return "the Drink"
    return quoted(game, card) if seat < 0 else f"{name_of(game, seat)}'s {quoted(game, card)}"


def _line(text: str) -> Teller:
    """Make a teller of a text with {seat}, {other}, {card} and {n} in it."""

    def teller(game: Game, entry: Entry, eye: int) -> str:
        _, seat, other, card, n, _, _ = entry
        return _capital(
            text.format(
                seat=name_of(game, seat),
                other=name_of(game, other),
                card=quoted(game, card) if card >= 0 else "the Drink",
                n=n,
            )
        )

    return teller


# --- single kinds -----------------------------------------------------------------------------------------------------------


def _nothing(game: Game, entry: Entry, eye: int) -> str:
    return ""


def _play(game: Game, entry: Entry, eye: int) -> str:
    _, seat, _, card, use, _, targets = entry
    title = quoted(game, card)
    if seat < 0 or game.cards[card].uses[use].type & EVENT:
        return f"{title} is about to be carried out."
    names = [name_of(game, target) for target in targets if target != NOBODY]
    return f"{name_of(game, seat)} plays {title}" + (f" on {listed(names)}." if names else ".")


def _happens(game: Game, entry: Entry, eye: int) -> str:
    _, seat, _, card, use, _, targets = entry
    title = quoted(game, card)
    if seat < 0 or game.cards[card].uses[use].type & EVENT:
        return f"{title} is about to be carried out."
    names = [name_of(game, target) for target in targets if target != NOBODY]
    if names:
        return f"{_card_of(game, seat, card)} acts on {listed(names)}."
    return (
        f"{_card_of(game, seat, card)} acts on {name_of(game, entry[2])}."
        if entry[2] >= 0
        else f"{_card_of(game, seat, card)} acts."
    )


def _moved(marker: str) -> Teller:
    def teller(game: Game, entry: Entry, eye: int) -> str:
        n = entry[4]
        name = name_of(game, entry[1])
        if n == 0:
            return f"{name}'s {marker} stays where it is."
        return f"{name} {'gains' if n > 0 else 'loses'} {abs(n)} {marker}."

    return teller


def _gold(game: Game, entry: Entry, eye: int) -> str:
    _, payer, receiver, _, n, rules, _ = entry
    if _COUNTS in rules:
        return f"{name_of(game, payer)}'s payment counts as made, and no Gold moves."
    if payer == INN and receiver == INN:
        return f"The Inn bears the {n} Gold itself."
    if n == 0:
        return f"{_capital(name_of(game, payer))} has nothing to pay with."
    return f"{_capital(name_of(game, payer))} pays {n} Gold to {name_of(game, receiver)}."


def _ante(game: Game, entry: Entry, eye: int) -> str:
    _, seat, other, _, n, rules, _ = entry
    name = name_of(game, seat)
    if _COUNTS in rules:
        return f"{name}'s ante counts as made, and no Gold reaches the pot."
    if other == INN:
        return f"The Inn antes {n} Gold for {name}."
    return f"{name} antes {n} Gold." if n else f"{name} has nothing to ante and stays in the Round."


def _pot(game: Game, entry: Entry, eye: int) -> str:
    _, receiver, _, card, n, _, _ = entry
    if receiver == INN:
        return f"The pot of {n} Gold goes to the Inn."
    return (
        f"{name_of(game, receiver)} takes {n} Gold from the pot."
        if card >= 0
        else f"{name_of(game, receiver)} takes the pot of {n} Gold."
    )


def _draw(game: Game, entry: Entry, eye: int) -> str:
    cards = entry[6]
    return f"{name_of(game, entry[1])} draws {_cards(game, cards) if cards else _count(entry[4], 'card')}."


def _arrows(game: Game, entry: Entry, eye: int) -> str:
    cards = entry[6]
    return f"{name_of(game, entry[1])} draws {_cards(game, cards) if cards else _count(entry[4], 'Arrow')}."


def _epic(game: Game, entry: Entry, eye: int) -> str:
    cards = entry[6]
    return f"{name_of(game, entry[1])} draws {_cards(game, cards) if cards else 'a card'} from the Epic Deck."


def _discard(game: Game, entry: Entry, eye: int) -> str:
    return f"{name_of(game, entry[1])} discards {_cards(game, entry[6])}."


def _shown(game: Game, entry: Entry, eye: int) -> str:
    return f"{name_of(game, entry[1])} shows {_cards(game, entry[6])}."


def _front(game: Game, entry: Entry, eye: int) -> str:
    return f"{quoted(game, entry[3])} now lies in front of {name_of(game, entry[1])}."


def _reveal(game: Game, entry: Entry, eye: int) -> str:
    if "core.drink.chaser" in entry[5]:
        return f"The Chaser is {quoted(game, entry[3])}."
    return f"{name_of(game, entry[1])} reveals {quoted(game, entry[3])}."


def _round(game: Game, entry: Entry, eye: int) -> str:
    who = name_of(game, entry[1])
    if game.cards[entry[3]].event:  # nobody has started it
        return f"A Round of Gambling begins, with {who} in control."
    return f"{who} starts a Round of Gambling."


def _drink(game: Game, entry: Entry, eye: int) -> str:
    return f"{name_of(game, entry[1])} drinks {_cards(game, entry[6])}."


def _order(game: Game, entry: Entry, eye: int) -> str:
    _, seat, other, _, _, _, _ = entry
    if seat < 0:
        return f"A Drink is served to {name_of(game, other)}."
    return f"{name_of(game, seat)} orders a Drink for {name_of(game, other)}."


def _drink_changed(game: Game, entry: Entry, eye: int) -> str:
    _, _, other, card, n, rules, _ = entry
    by, title = name_of(game, other), quoted(game, card)
    if "core.card.dragonfire" in rules:
        return f"{by} makes {title} count as {n} Alcohol Content."
    if "core.card.alcohol-to-fortitude" in rules:
        return f"{by} turns the Alcohol Content of {title} into Fortitude."
    return f"{by} makes {title} {'stronger' if n > 0 else 'weaker'} by {abs(n)}."


def _negated(game: Game, entry: Entry, eye: int) -> str:
    return f"{_capital(_card_of(game, entry[1], entry[3]))} is Negated by {name_of(game, entry[2])}."


def _reduced(game: Game, entry: Entry, eye: int) -> str:
    _, seat, other, card, n, _, _ = entry
    title = quoted(game, card) if card >= 0 else "the Drink"
    whose = "their own" if seat == other else f"{name_of(game, seat)}'s"
    return f"{name_of(game, other)} reduces {whose} loss from {title} by {n}."


def _raised(game: Game, entry: Entry, eye: int) -> str:
    _, seat, other, card, n, _, _ = entry
    return f"{name_of(game, seat)} makes {name_of(game, other)} lose {n} more by {quoted(game, card)}."


def _softened(game: Game, entry: Entry, eye: int) -> str:
    _, seat, _, card, n, _, _ = entry
    title = quoted(game, card)
    return f"Nobody but {name_of(game, seat)} loses Fortitude by {title}." if n == 0 else f"{title} takes {n} less from others."


def _form(game: Game, entry: Entry, eye: int) -> str:
    name, stays = name_of(game, entry[1]), not {"form.turn-wolf", "form.turn-human"} & set(entry[5])
    word = ("human", "wolf")[entry[4]]
    return f"{name} {'stays' if stays else 'turns'} {word}."


def _fury(game: Game, entry: Entry, eye: int) -> str:
    _, seat, _, _, n, _, _ = entry
    if n == 0:
        return f"{name_of(game, seat)} gains no Fury."
    return f"{name_of(game, seat)} {'gains' if n > 0 else 'lets loose'} {abs(n)} Fury."


def _altered(game: Game, entry: Entry, eye: int) -> str:
    _, seat, other, card, n, _, _ = entry
    return f"{name_of(game, other)} {'raises' if n > 0 else 'lowers'} the numbers of {_card_of(game, seat, card)} by {abs(n)}."


def _chose(game: Game, entry: Entry, eye: int) -> str:
    _, seat, _, card, n, _, _ = entry
    words = [instr.args["words"] for use in game.cards[card].uses for instr in use.program if "words" in instr.args]
    what = f"option {n + 1}"
    if len(words) == 1 and isinstance(words[0], (list, tuple)) and n < len(words[0]):
        what = f'"{words[0][n]}"'
    return f"{name_of(game, seat)} chooses {what} for {quoted(game, card)}."


def _mood(game: Game, entry: Entry, eye: int) -> str:
    still = "stays" if {"mood.psychotic-stays", "epic-pooky.choice.stay"} & set(entry[5]) else "is now"
    return f"{name_of(game, entry[1])} {still} {pooky.MOODS[entry[4]].capitalize()}."


def _out(game: Game, entry: Entry, eye: int) -> str:
    name = name_of(game, entry[1])
    return f"{name} passes out." if "core.lose.pass-out" in entry[5] else f"{name} has no Gold left and is out."


def _win(game: Game, entry: Entry, eye: int) -> str:
    names = listed([name_of(game, seat) for seat in entry[6]])
    if entry[6] and len(entry[6]) > 1 and set(entry[6]) == set(game.members[game.party[entry[6][0]]]):
        return f"{_capital(side_name(game, game.party[entry[6][0]]))} win the game."
    if "core.lose.together" in entry[5]:
        return f"{names} go out together and tie."
    return f"{names} win{'s' if len(entry[6]) == 1 else ''} the game."


def _contest_tied(game: Game, entry: Entry, eye: int) -> str:
    return f"{listed([name_of(game, seat) for seat in entry[6]])} are tied at {entry[4]} and drink again."


def _prizes_back(game: Game, entry: Entry, eye: int) -> str:
    return f"The Inn has no Prize left, and gets back {_cards(game, entry[6])} from the Prize Bin."


def _dealt(game: Game, entry: Entry, eye: int) -> str:
    return f"The cards are dealt. {opening_words(game)}".rstrip()


def _turn(game: Game, entry: Entry, eye: int) -> str:
    return f"{_capital(owned(side_name(game, game.party[entry[1]])))} turn begins."


def _turn_over(game: Game, entry: Entry, eye: int) -> str:
    return f"{_capital(owned(side_name(game, game.party[entry[1]])))} turn is over."


TELLERS: Final[dict[str, Teller]] = {
    "alcohol": _moved("Alcohol Content"),
    "altered": _altered,
    "ante": _ante,
    "arrow-back": _line("{seat} takes back {card}."),
    "arrows": _arrows,
    "chose": _chose,
    "contest-off": _line("Nobody wins the contest."),
    "contest-tied": _contest_tied,
    "contest-won": _line("{seat} wins the contest with {n}."),
    "champion": _line("{seat} plays for the team in this Round, as its champion."),
    "control": _line("{seat} is in control of the Round."),
    "covered": _line("{card} covers what {seat} was about to lose."),
    "dealt": _dealt,
    "deck-out": _line("The Drink Deck has run out: every player owes the Inn 1 Gold."),
    "discard": _discard,
    "draw": _draw,
    "doppelganger": _line("{seat} reveals {card}."),
    "doppelgangers-shuffled": _line("{seat}'s Doppelganger discard pile is shuffled and becomes the deck: {n} cards."),
    "drink": _drink,
    "drink-changed": _drink_changed,
    "drink-moved": _line("{seat} moves the top card of the own pile onto {other}'s."),
    "drink-passed": _line("{seat} passes {card} to {other}."),
    "drink-reshuffle": _line("The Drink Deck is shuffled anew: {n} cards."),
    "drink-split": _line("{seat} splits {card} with {other}."),
    "epic": _epic,
    "event": _line("The Event of this round is {card}."),
    "events-shuffled": _line("The Events are shuffled and become the deck again: {n} cards."),
    "event-put-by": _line("{card} turns up and is put by."),
    "extra-drink": _line("{seat} has one more Drink to take."),
    "form": _form,
    "fortitude": _moved("Fortitude"),
    "front": _front,
    "front-gone": _line("{card} no longer lies in front of {seat}."),
    "fury": _fury,
    "fury-aimed": _line("{seat} aims {n} Fury at {other}."),
    "fury-lapsed": _line("{n} Fury meant for {other} comes to nothing."),
    "fury-lost": _line("{seat} finds nobody to aim {n} Fury at."),
    "fury-share": _line("{n} Fury is about to hit {other}."),
    "gamble-pass": _line("{seat} passes."),
    "gold": _gold,
    "happens": _happens,
    "ignored": _line("{seat} Ignores {card}."),
    "in-vain": _line("{card} can do nothing about it and is used up."),
    "lapsed": _line("{card} comes to nothing."),
    "leave": _line("{seat} leaves the Round."),
    "mood": _mood,
    "negated": _negated,
    "no-chaser": _line("There is no card left for a Chaser."),
    "no-doppelganger": _line("There is no Doppelganger left for {card}."),
    "no-epic": _line("{seat}'s Epic Deck is empty."),
    "no-drink": _line("There is no Drink left to order for {other}."),
    "no-third": _line("There is nobody else who could take the loss."),
    "order": _order,
    "out": _out,
    "phase": _nothing,  # what is done in it has lines of its own
    "play": _play,
    "pot": _pot,
    "no-prize": _line("There is no Prize left for this Round."),
    "prize-back": _line("{card} goes back to the Inn with the pot."),
    "prize-chosen": _line("{seat} adds {card} to the pot."),
    "prizes-back": _prizes_back,
    "quiver-empty": _line("{seat}'s Quiver is empty."),
    "raised": _raised,
    "redirected": _line("The loss from {card} goes from {seat} to {other}."),
    "reduced": _reduced,
    "reshuffle": _line("{seat}'s discard pile is shuffled and becomes the deck."),
    "reveal": _reveal,
    "round": _round,
    "round-over": _line("The Round of Gambling is over."),
    "round-won": _line("{seat} wins the Round."),
    "shown": _shown,
    "stays": _line("{card} keeps {seat} in the Round: nothing can force them to leave."),
    "swap": _line("{seat} swaps Stashes with {other} and now has {n} Gold."),
    "taken-back": _line("{seat} takes {card} back from the discard pile."),
    "summon-off": _line("{seat} summons nothing with {card}."),
    "shared": _line("{seat} shares the loss from {card} with {other}."),
    "softened": _softened,
    "sober": _line("{seat} has no Drink to take and sobers up."),
    "thing-gone": _line("{card} leaves play."),
    "turn": _turn,
    "turn-over": _turn_over,
    "waived": _line("{seat} need not pay, by {card}."),
    "win": _win,
    "worsened": _line("Everybody who is hit by {card} loses {n} more."),
}
