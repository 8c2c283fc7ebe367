"""The Citadel leaflet: Community, Destiny, Buildings, Side quests."""
