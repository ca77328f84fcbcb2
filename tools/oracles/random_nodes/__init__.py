"""Random models of one node, run and compared."""
