"""The dashboard on the phones."""
