#!/bin/sh
# The small portion of scripts/torture.
command -v python3 > /dev/null || { echo "skipped: python3 is missing"; exit 77; }
exec python3 "$abs_srcdir/scripts/torture" "$LODESTONE_BUILD_DIR"
