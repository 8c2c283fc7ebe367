"""Fire and what spreads it: event cards, wind, firestorms, destruction (rulebook p. 5 and 7)."""
