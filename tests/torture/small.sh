#!/bin/sh
# The small portion of scripts/torture.
[ -z "${LODESTONE_TEST_SHARDS:-}" ] || { echo "skipped: a part of the tests is run"; exit 77; }
command -v python3 > /dev/null || { echo "skipped: python3 is missing"; exit 77; }
exec python3 "$abs_srcdir/scripts/torture" "$LODESTONE_BUILD_DIR"
