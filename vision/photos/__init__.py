"""Phones' photos and photographs of cards, read by a process of their own."""
