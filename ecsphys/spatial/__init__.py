"""Where shapes are: their proxies, the broad phases that pair them, and the tree that queries walk."""
