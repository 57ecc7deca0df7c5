#!/bin/sh
# The shared library exports exactly what the public headers declare, and C++ to coder modules alone;
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

sed -n 's/^    \([A-Za-z0-9_]*\);$/\1/p' magick/lodestone.map | LC_ALL=C sort -u > "$scratch/declared"
defined .libs/liblodestone.so > "$scratch/exported"
status=0
diff -u "$scratch/declared" "$scratch/exported" > "$scratch/diff" || status=1
if [ $status != 0 ]; then
  echo "Declared for export (-) and really exported (+) differ:"
  grep '^[-+][^-+]' "$scratch/diff"
fi
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
