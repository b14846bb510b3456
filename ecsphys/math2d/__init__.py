"""Plane geometry below shapes: vectors, poses, outlines, hulls, mass properties and argument checks."""
