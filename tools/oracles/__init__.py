"""What the scripts that hold shapewright against other tools and against real runs are made of."""
