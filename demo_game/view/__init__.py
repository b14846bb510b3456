"""The window: drawing, sound and input devices. Only this package imports arcade."""
