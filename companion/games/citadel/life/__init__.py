"""Life points, Recovery and unconsciousness."""
