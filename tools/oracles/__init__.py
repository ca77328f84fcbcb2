"""Shared modules of the scripts that compare shapewright with other tools and with real runs."""
