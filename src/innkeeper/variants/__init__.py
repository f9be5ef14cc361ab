"""Variants of the game, one module each, of the same shape as characters': none imports another.

A module has `NAME`, under which a table asks for it, and `RULES`, an `engine.game.Variant` that joins the game and its hooks;
`register(words)`, where it has one, adds its words to the vocabulary of card programs.
"""
