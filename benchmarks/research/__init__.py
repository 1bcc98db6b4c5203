"""What the research adapters bring, next to what researchers use already."""
