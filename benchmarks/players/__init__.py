"""How well the computer plays."""
