"""Which boxes of space are near: indices of proxies, and the walk through their trees."""
