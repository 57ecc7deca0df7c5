#!/bin/sh
# Uses an installation with --enable-gm-compat as programs for GraphicsMagick do: compiled with its names
# (GraphicsMagick.pc, GraphicsMagick-config, every spelling of the include), and compiled with the headers
# and library of GraphicsMagick itself, where they are installed.
#
#   CC=... PREFIX_ROOT=DESTDIR LIBDIR=... BINDIR=... INCLUDEDIR=... gm_compat.sh SOURCE_DIR
set -eu

source_dir=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export MAGICK_ACCELERATE=off
client=$source_dir/tests/install/gm_client.c
strict="-std=c99 -Wall -Wextra -Werror"
ours=$PREFIX_ROOT$LIBDIR

LD_LIBRARY_PATH=$ours "$PREFIX_ROOT$BINDIR/lodestone" convert -size 64x48 gradient:red-blue "$scratch/in.png"
run() { # NAME: the client built under that name works, and Lodestone did it
  LD_LIBRARY_PATH=$ours "$scratch/$1" "$scratch/in.png" "$scratch/$1.jpg" > "$scratch/$1.txt"
  grep -q '^Lodestone .* 32x24$' "$scratch/$1.txt" || {
    echo "gm_compat: the client by $1 printed:"
    cat "$scratch/$1.txt"
    exit 1
  }
}

echo "a client of GraphicsMagick, by pkg-config"
(
  export PKG_CONFIG_PATH="$ours/pkgconfig"
  [ -z "$PREFIX_ROOT" ] || export PKG_CONFIG_SYSROOT_DIR="$PREFIX_ROOT"
  pkg-config --atleast-version=1.3.40 GraphicsMagick
  $CC $strict $(pkg-config --cflags GraphicsMagick) "$client" -o "$scratch/by_pkg_config" \
    $(pkg-config --libs GraphicsMagick)
)
run by_pkg_config

echo "by GraphicsMagick-config"
config() { "$PREFIX_ROOT$BINDIR/GraphicsMagick-config" "$@" | sed "s,\(-[IL]\)/,\1$PREFIX_ROOT/,"; }
[ "$(config --version)" = 1.3.40 ]
$CC $strict $(config --cppflags) $(config --cflags) "$client" -o "$scratch/by_config" \
  $(config --ldflags) $(config --libs)
run by_config

echo "with the folder in the include"
$CC $strict -DINCLUDE_WITH_FOLDER "-I$PREFIX_ROOT$INCLUDEDIR" $(config --cppflags) "$client" \
  -o "$scratch/by_folder" $(config --ldflags) $(config --libs)
run by_folder

if gm_flags=$(pkg-config --cflags GraphicsMagick 2> /dev/null) &&
  echo '#include <magick/api.h>
int depth[QuantumDepth == 16 ? 1 : -1];' | $CC $gm_flags -xc -c -o "$scratch/depth.o" - 2> /dev/null &&
  [ -e "$ours/libGraphicsMagick-Q16.so.3" ]; then
  echo "compiled with GraphicsMagick's headers and linked with its library"
  $CC $strict $gm_flags "$client" -o "$scratch/by_graphicsmagick" $(pkg-config --libs GraphicsMagick)
  "$scratch/by_graphicsmagick" "$scratch/in.png" "$scratch/theirs.jpg" | grep -q '^GraphicsMagick 1' || {
    echo "gm_compat: the client does not run with GraphicsMagick"
    exit 1
  }
  run by_graphicsmagick
else
  echo "skipped: a binary built with GraphicsMagick: none of 16 bits is installed"
fi
