"""Foundry: a small run-and-gun that shows ecsphys at work in an esper and arcade project.

- `levels`: Tiled maps and their loader; `spawn` turns a level into entities.
- `components`: the game's own data on each entity.
- `rules`: esper processors and handlers of ecsphys events, one file per feature. They report what happened as
  `signals`.
- `players`: scripted players that finish every level through the same controls as a human player.
- `view`: drawing, sound and input devices. Only this package imports arcade.

`game.Game` puts level and rules into an esper world of its own and knows neither window nor arcade, so the
same game also runs headless, is recorded (`recording`) and replayed.
"""
