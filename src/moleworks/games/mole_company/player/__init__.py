"""The computer player of Mole Company."""
