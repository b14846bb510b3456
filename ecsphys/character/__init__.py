"""How characters move: kernels for kinematic bodies that walk, jump and slide, after all others moved."""
