"""Faulty models, the tools that are asked about them, and what counts as an answer."""
