"""Pictures that are drawn by code: functions from a size, or a name, to a texture."""
