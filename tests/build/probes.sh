#!/bin/sh
# The library has the static probes that examples/calls.bt attaches to, with that many arguments.
set -u

grep -q '^#define LS_WITH_PROBES 1' config.h || { echo "configured without probes"; exit 77; }
command -v readelf > /dev/null || { echo "readelf is missing"; exit 77; }
notes=$(readelf -n .libs/liblodestone.so)
status=0
# has PROBE ARGUMENTS: arguments are "8@%rax" and the like.
has() {
  found=$(printf '%s\n' "$notes" | sed -n "/Provider: lodestone\$/{n; /Name: $1\$/{n;n; s/ *Arguments: *//p;};}")
  [ -n "$found" ] || { echo "there is no probe $1"; status=1; return; }
  printf '%s\n' "$found" | while read -r arguments; do
    [ "$(printf '%s\n' "$arguments" | grep -o '[0-9]@' | wc -l)" = "$2" ] || { echo "$1 has: $arguments"; exit 1; }
  done || status=1
}
has call__start 1
has call__end 10
for probe in $(sed -n 's/^usdt:$1:lodestone:\(.*\)/\1/p' "$abs_srcdir/examples/calls.bt"); do
  printf '%s\n' "$notes" | grep -q "Name: $probe\$" || { echo "examples/calls.bt attaches to $probe"; status=1; }
done
exit $status
