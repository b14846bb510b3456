"""Benchmarks, run by hand; tests use their scenes and counts but never their times."""
