"""`scripts/bench service`: what the match service carries, on real servers, databases and sockets."""
