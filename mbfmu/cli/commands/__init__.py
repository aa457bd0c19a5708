"""The commands of the command line, one a file. Each imports what it needs when it runs, so that the help is there at once."""
