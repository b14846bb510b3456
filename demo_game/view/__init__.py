"""The window: everything that draws, sounds or listens to keys. Only this part imports arcade."""
