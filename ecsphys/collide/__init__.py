"""Two shapes, one answer: pure kernels on oriented cores, unaware of worlds (see `manifold`)."""
