"""The Problem as data: what is compiled, and what the engine, analysis and FMUs are made from."""
