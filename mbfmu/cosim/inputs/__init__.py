"""What a user gives to a system: inputs over time, values at the start, changes of a file."""
