"""Guests from outside the cast, for cases: modules of the same shape as characters', for those with a mechanic of their own."""
