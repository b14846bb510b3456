"""Start the packed game."""

import sys

from demo_game.cli import main

if __name__ == "__main__":
    sys.exit(main())
