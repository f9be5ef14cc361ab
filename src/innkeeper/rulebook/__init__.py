"""The executable rulebook: the ledger of rules, and scenarios that show each of them."""
