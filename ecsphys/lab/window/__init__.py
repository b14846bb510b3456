"""The lab in a window of arcade: the only package of the lab that imports it."""

from .app import LabWindow, run, save_screenshot

__all__ = ["LabWindow", "run", "save_screenshot"]
