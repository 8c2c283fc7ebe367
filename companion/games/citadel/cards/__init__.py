"""The card ledger: every numbered card that was ever seen, and where it is."""
