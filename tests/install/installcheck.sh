#!/bin/sh
# Uses the installed library as a third party would: through pkg-config, shared and static, with the
# C89 client, the installed examples, and the program in the manual.
#
#   CC=... CXX=... CFLAGS=... PREFIX_ROOT=DESTDIR LIBDIR=... BINDIR=... DOCDIR=... \
#     installcheck.sh SOURCE_DIR
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
[ "${flags% }" = "-I$PREFIX_ROOT$(pkg-config --variable=includedir lodestone)/lodestone" ] || {
  echo "pkg-config --cflags states more than where the headers are: $flags"
  exit 1
}
static="$PREFIX_ROOT$LIBDIR/liblodestone.a $(pkg-config --static --libs lodestone |
  sed 's/-llodestone//')"

echo "C89 client, shared library"
$CC -std=c89 $strict $CFLAGS $flags "$source_dir/tests/install/client.c" -o "$scratch/shared" $shared
"$scratch/shared"

echo "C89 client, static library"
$CC -std=c89 $strict $CFLAGS $flags "$source_dir/tests/install/client.c" -o "$scratch/static" $static
env -u LD_LIBRARY_PATH "$scratch/static"

echo "C89 client of the Wand interface, shared and static library"
wand_flags="$strict $CFLAGS $(pkg-config --cflags lodestone-wand)"
$CC -std=c89 $wand_flags "$source_dir/tests/install/wand_client.c" -o "$scratch/wand" $(pkg-config --libs lodestone-wand)
"$scratch/wand" | grep -q '^Lodestone .* 32x24$'
$CC -std=c89 $wand_flags "$source_dir/tests/install/wand_client.c" -o "$scratch/wand" \
  "$PREFIX_ROOT$LIBDIR/liblodestone-wand.a" $static
env -u LD_LIBRARY_PATH "$scratch/wand" | grep -q '^Lodestone .* 32x24$'

echo "examples, by the lines of their README.md"
cp -R "$PREFIX_ROOT$DOCDIR/examples" "$scratch/examples"
chmod -R u+w "$scratch/examples"
(
  cd "$scratch/examples"
  sed -n 's/^    cc /$CC $strict $CFLAGS /p; s/^    c++ /$CXX $strict $CFLAGS /p' README.md > build
  [ "$(wc -l < build)" = "$(ls ./*.c ./*.cpp | wc -l)" ] || {
    echo "examples/README.md has not one line for each example:"
    cat build
    exit 1
  }
  set -x
  . ./build
)
LODESTONE_PROGRAM="$PREFIX_ROOT$BINDIR/lodestone" EXAMPLES="$scratch/examples" \
  EXAMPLE_MODULES="$scratch/examples" sh "$source_dir/tests/examples/examples.sh"

lab=$PREFIX_ROOT$BINDIR/lodestone-lab
if [ -x "$lab" ]; then
  echo "the lab, through lodestone"
  "$PREFIX_ROOT$BINDIR/lodestone" lab -help | grep -q '^Usage: lodestone-lab '
fi

echo "conformance, with the installed list"
"$PREFIX_ROOT$BINDIR/lodestone" conform -cpu -every 50 | grep -q ': conforms to list '

echo "lodestone-events(3): the C program"
sed -n '/^\.EX$/,/^\.EE$/p' "$source_dir/docs/lodestone-events.3" |
  sed '/^\.E[XE]$/d; s/\\-/-/g; s/\\e/\\/g' > "$scratch/events.c"
$CC -std=c99 $strict $CFLAGS $flags "$scratch/events.c" -o "$scratch/events" $shared -lpthread
cd "$scratch"
program=$PREFIX_ROOT$BINDIR/lodestone
"$program" convert -size 640x480 gradient:red-blue in.jpg
./events in.jpg > events.txt
grep -qE '^minify 320x240 by cpu: [0-9]+\.[0-9]{3} ms \(disabled\)$' events.txt || {
  echo "the C program of lodestone-events(3) printed:"
  cat events.txt
  exit 1
}
