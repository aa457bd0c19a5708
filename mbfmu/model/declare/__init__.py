"""What the user says: declarations with units, frames, and the Model that holds the elements."""
