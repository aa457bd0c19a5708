"""What linear systems say: a linearization of a model, its modes, its stability; matrices alone, however they were found."""
