"""Classes of faults that leave something behind, and runs before and after fixes."""
