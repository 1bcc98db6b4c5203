"""HTML reports: pages for analyses and arena runs, and their plots."""
