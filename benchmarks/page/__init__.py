"""How light and quick the page is, and what Lighthouse says of it: a real browser, a real server."""
