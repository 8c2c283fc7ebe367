"""What Locations, Sites, the Council track and cards give, in the companion's own words: told once, then known."""
