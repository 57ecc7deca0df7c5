#!/bin/sh
# Uses the installed library as a third party would: through pkg-config and CMake, shared and static, with
# C89 clients, the installed examples, and the program in the manual.
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
source_dir=$(cd "$source_dir" && pwd)
strict="-Wall -Wextra -Werror -pedantic"
flags=$(pkg-config --cflags lodestone)
shared=$(pkg-config --libs lodestone)
[ "${flags% }" = "-I$PREFIX_ROOT$(pkg-config --variable=includedir lodestone)/lodestone" ] || {
  echo "pkg-config --cflags states more than where the headers are: $flags"
  exit 1
}

# run_clients FOLDER: those with static libraries without the installed ones.
run_clients() {
  "$1/client"
  "$1/wand_client" | grep -q '^Lodestone .* 32x24$'
  for static in client_static wand_client_static; do
    if ldd "$1/$static" | grep liblodestone; then
      echo "$1/$static is not linked statically"
      exit 1
    fi
  done
  env -u LD_LIBRARY_PATH "$1/client_static"
  env -u LD_LIBRARY_PATH "$1/wand_client_static" | grep -q '^Lodestone .* 32x24$'
}

echo "a project with make and pkg-config: C89 clients, shared and static libraries"
mkdir "$scratch/make"
make -s -C "$scratch/make" -f "$source_dir/tests/install/project/clients.mk" SOURCES="$source_dir/tests/install" \
  CC="$CC" CFLAGS="-std=c89 $strict $CFLAGS"
run_clients "$scratch/make"

if command -v cmake > "$scratch/cmake.log"; then
  echo "a project with CMake"
  CC=$CC CXX=$CXX CFLAGS="$strict $CFLAGS" CXXFLAGS=$CFLAGS cmake -S "$source_dir/tests/install/project" \
    -B "$scratch/cmake" -DLodestone_DIR="$PREFIX_ROOT$LIBDIR/cmake/lodestone" > "$scratch/cmake.log" &&
    cmake --build "$scratch/cmake" >> "$scratch/cmake.log" || { cat "$scratch/cmake.log"; exit 1; }
  run_clients "$scratch/cmake"
else
  echo "a project with CMake: skipped, cmake is missing"
fi

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
