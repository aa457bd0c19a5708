"""Dynamic strength, against published counts and closed forms."""
