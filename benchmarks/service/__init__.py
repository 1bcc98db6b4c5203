"""`scripts/bench service`: benchmarks of the match server, with real servers, databases and sockets."""
