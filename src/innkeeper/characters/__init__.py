"""Characters that bring rules of their own, one module each; none imports another, and the engine names none of them.

A module has `SLUG`, `register(words)`, which adds its words to the vocabulary of card programs, and `RULES`, a
`Character` that joins the engine's hooks.
"""
