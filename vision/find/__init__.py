"""Where cards, rows of glyphs and outlines are in a picture."""
