"""Bullets, rockets, arrows: bodies that fly, and whose path is cast in each step."""
