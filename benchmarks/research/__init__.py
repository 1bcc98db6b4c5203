"""What researchers get: measured against the peers they know."""
