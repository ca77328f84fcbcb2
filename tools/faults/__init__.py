"""Faulty models, the tools that are run on them, and how their answers are judged."""
