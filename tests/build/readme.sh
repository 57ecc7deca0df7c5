#!/bin/sh
# The first C program in README.md is identical to examples/first.c.
set -eu

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
awk '/^```/ && shown { exit } shown { print } /^```c$/ { shown = 1 }' "$abs_srcdir/README.md" \
  > "$scratch/shown.c"
if ! diff -u "$abs_srcdir/examples/first.c" "$scratch/shown.c"; then
  echo "README.md shows (+) another program than examples/first.c (-)"
  exit 1
fi
