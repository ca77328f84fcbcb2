"""The modules of `fold_corpus.py`."""
