"""Variables, parameters and starts as tables."""
