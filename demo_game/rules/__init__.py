"""The rules of the game: esper processors that run inside each physics step, and event handlers.

No two rules act on the same kind of pair, so that it does not matter in which order esper calls
the handlers of one event.
"""
