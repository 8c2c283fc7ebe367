"""How the small readers of codes are trained: drawn print, a camera's troubles, a network. Needs PyTorch; nothing that
runs beside a game imports from here."""
