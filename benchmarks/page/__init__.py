"""How light and quick the page is, and what Lighthouse says of it: in a real browser, against a real server."""
