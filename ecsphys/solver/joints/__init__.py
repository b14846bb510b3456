"""Joints as kinds of constraints."""
