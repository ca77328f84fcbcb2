"""Random single-node models, compared with real runs."""
