#!/bin/sh
# The seeds of every target of fuzzing, and a fixed number of damaged ones.
inputs=${LODESTONE_FUZZ_INPUTS:-200}
exec "$LODESTONE_BUILD_DIR/tests/fuzz/replay" run $((inputs / ${LODESTONE_TEST_SHARDS:-1}))
