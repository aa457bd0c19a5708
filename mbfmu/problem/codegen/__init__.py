"""A Problem written for the engine: its functions as tapes or as C, its tables as bytes or as C."""
