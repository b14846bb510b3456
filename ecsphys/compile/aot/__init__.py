"""Machine code made when a wheel is built: the pipeline, the wrappers, the object files."""
