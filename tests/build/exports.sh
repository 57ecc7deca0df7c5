#!/bin/sh
# The shared libraries export exactly what their public headers declare, and C++ to coder modules alone;
# each module exports its one entry point.
set -eu

nm=${NM:-nm}
defined() {
  $nm -D --defined-only "$1" |
    awk '$2 != "A" && $3 !~ /@LODESTONE_CODERS_/ { sub(/@.*/, "", $3); print $3 }' |
    LC_ALL=C sort -u
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

status=0
exports() { # LIBRARY MAP: the library exports what the map lists
  sed -n 's/^    \([A-Za-z0-9_]*\);$/\1/p' "$2" | LC_ALL=C sort -u > "$scratch/declared"
  defined "$1" > "$scratch/exported"
  diff -u "$scratch/declared" "$scratch/exported" > "$scratch/diff" && return
  status=1
  echo "$1: declared for export (-) and really exported (+) differ:"
  grep '^[-+][^-+]' "$scratch/diff"
}
exports .libs/liblodestone.so magick/lodestone.map
exports .libs/liblodestone-wand.so wand/lodestone-wand.map
if [ -e .libs/opencl.so ] && [ "$(defined .libs/opencl.so)" != MagickAcceleratePluginEntry ]; then
  echo "opencl.so must export MagickAcceleratePluginEntry alone, but exports:" \
    $(defined .libs/opencl.so)
  status=1
fi
commands=utilities/.libs/commands.so
if [ -e $commands ] && [ "$(defined $commands)" != LodestoneCommandModule ]; then
  echo "commands.so must export LodestoneCommandModule alone, but exports:" $(defined $commands)
  status=1
fi
for module in coders/.libs/*.so; do
  [ -e "$module" ] || continue
  name=$(basename "$module" .so | tr a-z A-Z)
  if [ "$(defined "$module")" != "Register${name}Image" ]; then
    echo "$module must export Register${name}Image alone, but exports:" $(defined "$module")
    status=1
  fi
done
exit $status
