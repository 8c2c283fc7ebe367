"""Frames to readings: finds cards, reads their codes, and keeps quiet when unsure."""
