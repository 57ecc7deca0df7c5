#!/bin/sh
# The table of gm's options in docs/command-line.md is what scripts/options-table writes.
set -u

for program in gm python3; do
  command -v $program > /dev/null || { echo "skipped: $program is not installed"; exit 77; }
done
"$abs_srcdir/scripts/options-table" --check "$LODESTONE_PROGRAM"
