"""Measures which operators, versions, and types a runtime supports."""
