"""Parameters found from runs: fitted to measurements, or the best of a design."""
