"""The engine: C (c/) that runs any Problem, its libraries, and instances of Problems in it."""
