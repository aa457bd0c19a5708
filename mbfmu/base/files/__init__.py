"""Files that appear whole or not at all, and temporary folders of which none outlives its process for long."""
