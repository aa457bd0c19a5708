"""What an FMU says about itself."""
