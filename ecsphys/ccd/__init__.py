"""Bodies that move far in one step: swept from where they were to where they will be, impact by impact."""
