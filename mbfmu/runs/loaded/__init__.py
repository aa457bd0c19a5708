"""An FMU of any tool or a model of ours: what it offers, and a run of it."""
