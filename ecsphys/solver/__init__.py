"""Changes velocities and positions: integration, contacts, islands."""
