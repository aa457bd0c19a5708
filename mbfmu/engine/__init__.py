"""The engine: a Problem as data, and the C runtime that runs it (c/)."""
