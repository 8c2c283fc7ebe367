"""What a row of glyphs says."""
