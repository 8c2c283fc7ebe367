"""Readings over the frames of a camera."""
