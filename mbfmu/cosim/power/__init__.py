"""Power across connections."""
