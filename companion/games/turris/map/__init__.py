"""The board as a graph and as a map."""
