"""The computer player of Buddel Bande."""
