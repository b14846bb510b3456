"""The state of a world as values: snapshots, documents in bytes, and what differs between two."""
