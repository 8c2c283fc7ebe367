"""What is printed on a card, read: its title, what it does, its options."""
