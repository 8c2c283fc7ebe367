"""What is printed on cards: how well it is read beside other readers, and how well effects are proposed from it."""
