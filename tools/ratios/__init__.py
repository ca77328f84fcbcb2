"""The modules of `ratios.py`."""
