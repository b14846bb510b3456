"""What to draw of a world, as line segments in numpy arrays; the bridge to arcade and the lab draw them."""
