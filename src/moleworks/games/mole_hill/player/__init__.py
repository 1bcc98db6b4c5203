"""The computer player of Mole Hill."""
