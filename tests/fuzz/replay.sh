#!/bin/sh
# The seeds of every target of fuzzing, and a fixed number of damaged ones.
exec "$LODESTONE_BUILD_DIR/tests/fuzz/replay" run "${LODESTONE_FUZZ_INPUTS:-200}"
