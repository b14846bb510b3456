"""Foundry: a small side-view shooter that shows ecsphys at work in an esper and arcade project.

`levels` is data, `rules` are esper processors and handlers of ecsphys events, `view` draws and
plays sounds with arcade. `game.Game` puts level and rules into a world of its own and knows
neither window nor arcade, so the same game runs headless.
"""
