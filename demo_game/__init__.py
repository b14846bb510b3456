"""Foundry: a small run-and-gun that shows ecsphys at work in an esper and arcade project.

- `levels`: Tiled maps, and what reads and checks them; `build` makes entities of them.
- `components`: what the game knows about its entities.
- `rules`: esper processors and handlers of ecsphys events, one file a feature; `signals` is what they tell.
- `players`: scripted players that finish every level through the same controls as a person.
- `view`: everything that draws, sounds or listens to keys. Only this part imports arcade.

`game.Game` puts level and rules into an esper world of its own and knows neither window nor arcade, so the
same game runs headless, is recorded (`recording`) and replayed.
"""
