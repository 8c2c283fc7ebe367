"""The 7th Citadel: one campaign over many evenings. See docs/games/citadel.md."""
