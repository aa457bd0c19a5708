"""Standard manoeuvres: each drives a Vehicle and returns a ManoeuvreResult."""
