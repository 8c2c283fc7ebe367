"""The fire brigades of Żarownica."""
