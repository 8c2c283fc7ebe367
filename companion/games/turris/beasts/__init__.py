"""The Beasts: target, path, movement, effects.

What other parts begin (each adds a task, which asks only what has to be chosen):
`steering.begin(tx, seat, steps, up_to, of)` moves a Beast in the Action Phase; `flipping.begin(tx, seat, of)`
flips one; `luring.begin(tx, seat)` places the Fruit.
"""
