"""Characters in space: capsules that walk, step, slide, jump and ride platforms."""
