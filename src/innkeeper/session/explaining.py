"""What there is to know of a variant before and while it is played, in a few sentences; how bots play; names of piles."""

from __future__ import annotations

from typing import Final

VARIANTS: Final = {
    "teams": (
        "Team-mates sit together and share one track and one Stash; each keeps a hand, decks and Drinks of their own. A team "
        "takes its turn together, Phase by Phase, and orders its Drinks for the other teams. What hits one of them hits all; "
        "each may answer for the others, and an Ignore covers the whole team. In a Round of Gambling a team antes once, and "
        "the hand of one of them, its champion, is the one that counts. The last team still in wins."
    ),
    "boss": (
        "One player, the Boss, is a team alone and shuffles Boss Cards into the deck; all others, the Challengers, are the "
        "other team and share one track, one Stash and their defence. The Boss has the first turn. The rules of this variant "
        "are our own version, for the printed ones were not at hand: what the Boss begins with, how many cards the Boss "
        "holds and how many Actions the Boss has are settings of the table."
    ),
    "prizes": (
        "Prizes lie in the Inn, no two alike. Whoever starts a Round of Gambling first adds one of them to the pot; whoever "
        "takes the pot gets it, keeps it in front of them and must use it when what it waits for happens. Then it goes to "
        "the Prize Bin, and from there back to the Inn once no Prize is left."
    ),
    "events": (
        "A deck of Events: whenever everybody has had a turn, the top one is carried out. The cards are our own. Whom an Event "
        "reaches, and who may get out of it, goes by one rule for all Events, those among the Drinks too."
    ),
    "drinks": (
        "The seven Drinks that come with Evil Pooky are shuffled in with the others where he sits at the table; any other "
        "table may have them too, or leave them out."
    ),
}
"""What each variant is, by its name."""

BOTS: Final = {
    "bot:random": "plays anything that is allowed",
    "bot:steady": "plays like somebody who knows the game",
}
"""How a bot plays, by its word; another one is called by its name."""

PRIZE_IN_POT: Final = "prize"
"""The pile of the Prize that is in the pot of the Round under way."""
_PILES: Final = {
    "prizes": "Prizes in the Inn",
    "prize_bin": "Prize Bin",
    PRIZE_IN_POT: "The Prize in the pot",
    "event_deck": "Events to come",
    "event_discard": "Events that have been",
}


def pile_name(name: str) -> str:
    """Return what a pile that a variant lays in the Inn is called."""
    return _PILES.get(name) or name.replace("_", " ").capitalize()
