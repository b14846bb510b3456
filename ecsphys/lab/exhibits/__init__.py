"""One exhibit a file; `ecsphys.lab.catalog` lists them."""
