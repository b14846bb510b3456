"""One answer about two solids: contact, distance, cast, time of impact. It knows no worlds."""
