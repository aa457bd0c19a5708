"""One result of the command line a file: as a table, in sentences, and on disk."""
