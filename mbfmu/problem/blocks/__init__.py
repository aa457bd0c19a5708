"""From blocks to Problems."""
