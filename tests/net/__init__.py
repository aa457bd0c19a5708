"""A net for seams: random models, each rewritten in ways that must not matter and computed by other means."""
