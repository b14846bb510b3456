"""Textures drawn by code: functions of size and state."""
