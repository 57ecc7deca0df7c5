#!/bin/sh
# Uses the installed library as a stranger would: through pkg-config, shared and static, with the
# C89 client and with the programs that README.md shows.
#
#   CC=... CFLAGS=... PREFIX_ROOT=DESTDIR LIBDIR=... BINDIR=... installcheck.sh SOURCE_DIR
set -eu

source_dir=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export PKG_CONFIG_PATH="$PREFIX_ROOT$LIBDIR/pkgconfig"
[ -z "$PREFIX_ROOT" ] || export PKG_CONFIG_SYSROOT_DIR="$PREFIX_ROOT"
export LD_LIBRARY_PATH="$PREFIX_ROOT$LIBDIR"
export MAGICK_ACCELERATE=off
strict="-Wall -Wextra -Werror -pedantic"
flags=$(pkg-config --cflags lodestone)
shared=$(pkg-config --libs lodestone)
static="$PREFIX_ROOT$LIBDIR/liblodestone.a $(pkg-config --static --libs lodestone |
  sed 's/-llodestone//')"

echo "C89 client, shared library"
$CC -std=c89 $strict $CFLAGS $flags "$source_dir/tests/install/client.c" -o "$scratch/shared" $shared
"$scratch/shared"

echo "C89 client, static library"
$CC -std=c89 $strict $CFLAGS $flags "$source_dir/tests/install/client.c" -o "$scratch/static" $static
env -u LD_LIBRARY_PATH "$scratch/static"

echo "an accelerator, against the installed headers"
mkdir "$scratch/modules"
$CC -std=c99 $strict $CFLAGS $flags -fPIC -shared -fvisibility=hidden -o "$scratch/modules/example.so" \
  "$source_dir/tests/plugin/example_accelerator.c" -lpthread
MAGICK_ACCELERATE_PLUGIN_PATH=$scratch/modules XDG_CACHE_HOME=$scratch \
  "$PREFIX_ROOT$BINDIR/lodestone" devices | grep -q "Example:Other:Device 1: usable"

# Prints the lines of the first block of that language in README.md.
block() {
  awk -v fence="\`\`\`$1" '$0 == fence && !seen { inside = seen = 1; next }
    /^```/ { inside = 0 } inside' "$source_dir/README.md"
}

echo "README.md: the C program"
block c > "$scratch/first.c"
[ -s "$scratch/first.c" ] || { echo "README.md shows no C program"; exit 1; }
$CC -std=c99 $strict $CFLAGS $flags "$scratch/first.c" -o "$scratch/first" $shared
echo "lodestone-events(3): the C program"
sed -n '/^\.EX$/,/^\.EE$/p' "$source_dir/docs/lodestone-events.3" |
  sed '/^\.E[XE]$/d; s/\\-/-/g; s/\\e/\\/g' > "$scratch/events.c"
$CC -std=c99 $strict $CFLAGS $flags "$scratch/events.c" -o "$scratch/events" $shared -lpthread
cd "$scratch"
program=$PREFIX_ROOT$BINDIR/lodestone
"$program" convert -size 640x480 gradient:red-blue in.jpg
./first in.jpg out.png
[ "$("$program" identify -format '%m %wx%h' out.png)" = "PNG 160x120" ] || {
  echo "the C program of README.md made: $("$program" identify out.png)"
  exit 1
}
./events in.jpg > events.txt
grep -qE '^minify 320x240 by cpu: [0-9]+\.[0-9]{3} ms \(disabled\)$' events.txt || {
  echo "the C program of lodestone-events(3) printed:"
  cat events.txt
  exit 1
}
