"""Players that are programs. They see a seat's view and nothing else."""

from innkeeper.bots.base import NAMES, Blind, Bot, bot_seed, decide, make

__all__ = ["NAMES", "Blind", "Bot", "bot_seed", "decide", "make"]
