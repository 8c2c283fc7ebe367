"""Turns and actions."""
