"""What pages of this site are made of the code itself."""
