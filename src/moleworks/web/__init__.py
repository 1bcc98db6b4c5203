"""The match server over HTTP and WebSocket: decode requests, ask `matches`, encode replies."""
