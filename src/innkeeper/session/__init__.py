"""A game with people in it, whatever they look at it through: who sits where, the record, the story, what is asked and when."""

from innkeeper.session.sitting import ME, Quit, Sitting, Stuck

__all__ = ["ME", "Quit", "Sitting", "Stuck"]
