"""The card format: card files to programs and text. Knows only the engine's registry of words."""
