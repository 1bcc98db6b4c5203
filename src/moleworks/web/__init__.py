"""The service by HTTP and WebSocket: a thin skin that decodes, asks the service, and encodes."""
