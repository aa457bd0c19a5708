"""Systems as SSP files."""
