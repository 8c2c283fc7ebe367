"""What is plugged into the table: scale, panel and voice. Hands out plain values through callbacks."""
