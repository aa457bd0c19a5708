"""What a user declares."""
