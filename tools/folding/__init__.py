"""What `fold_corpus.py` is made of."""
