#!/bin/sh
# One part of scripts/debian-binaries: what PART.sh next to this file describes and does.
#
#   harness.sh PART facts      lines of NAME=VALUE
#   harness.sh PART prepare    once, before it runs; in the folder WORK, which all parts share
#   harness.sh PART run        in an empty folder, on one SIDE: graphicsmagick or lodestone
#   harness.sh PART known      tests known to fail on Lodestone: lines of a pattern, a tab and a reason
#
# GM_SOURCE is GraphicsMagick's source package, unpacked, or empty. A part reports what it tests as "ok NAME"
# or "not ok NAME"; the files that it leaves are compared by scripts/debian-binaries.
set -u

here=$(cd "$(dirname "$0")" && pwd)
prepare() { :; }
run() { :; }
known() { :; }
needs_source=no
. "$here/$1.sh"

# try NAME COMMAND...: a test, passed if the command succeeds.
try() {
  tried=$1
  shift
  if "$@" > "$WORK/try.log" 2>&1 < /dev/null; then
    echo "ok $tried"
  else
    echo "not ok $tried"
    sed 's/^/# /' "$WORK/try.log" | tail -n 20
  fi
}

case $2 in
  facts) printf '%s=%s\n' binary "$binary" elf "$elf" suite "$suite" packages "$packages" needs_source "$needs_source" ;;
  *) "$2" ;;
esac
