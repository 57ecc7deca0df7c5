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
wand_client=$source_dir/tests/install/wand_client.c
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

flags_of() ( # MODULE OPTION: what pkg-config says of the installation
  export PKG_CONFIG_PATH="$ours/pkgconfig"
  [ -z "$PREFIX_ROOT" ] || export PKG_CONFIG_SYSROOT_DIR="$PREFIX_ROOT"
  pkg-config --atleast-version=1.3.45 "$1"
  pkg-config "$2" "$1"
)
config() { # MODULE OPTION: what its script says
  "$PREFIX_ROOT$BINDIR/$1-config" "$2" | sed "s,\(-[IL]\)/,\1$PREFIX_ROOT/,"
}
build() { # MODULE CLIENT NAME: in every way
  echo "a client of $1, by pkg-config"
  $CC $strict $(flags_of "$1" --cflags) "$2" -o "$scratch/$3_by_pkg_config" $(flags_of "$1" --libs)
  run "$3_by_pkg_config"

  echo "by $1-config"
  [ "$(config "$1" --version)" = 1.3.45 ]
  $CC $strict $(config "$1" --cppflags) $(config "$1" --cflags) "$2" -o "$scratch/$3_by_config" \
    $(config "$1" --ldflags) $(config "$1" --libs)
  run "$3_by_config"

  echo "with the folder in the include"
  $CC $strict -DINCLUDE_WITH_FOLDER "-I$PREFIX_ROOT$INCLUDEDIR" $(config "$1" --cppflags) "$2" \
    -o "$scratch/$3_by_folder" $(config "$1" --ldflags) $(config "$1" --libs)
  run "$3_by_folder"
}
[ -n "$(config GraphicsMagick --cc)" ] # the compiler that it was built with
build GraphicsMagick "$client" client
build GraphicsMagickWand "$wand_client" wand_client

if gm_flags=$(pkg-config --cflags GraphicsMagick 2> /dev/null) &&
  echo '#include <magick/api.h>
int depth[QuantumDepth == 16 ? 1 : -1];' | $CC $gm_flags -xc -c -o "$scratch/depth.o" - 2> /dev/null &&
  [ -e "$ours/libGraphicsMagick-Q16.so.3" ]; then
  echo "compiled with GraphicsMagick's headers and linked with its library"
  $CC $strict $gm_flags "$client" -o "$scratch/by_graphicsmagick" $(pkg-config --libs GraphicsMagick)
  $CC $strict $gm_flags "$wand_client" -o "$scratch/wand_by_graphicsmagick" $(pkg-config --libs GraphicsMagickWand)
  for name in by_graphicsmagick wand_by_graphicsmagick; do
    "$scratch/$name" "$scratch/in.png" "$scratch/theirs.jpg" | grep -q '^GraphicsMagick 1' || {
      echo "gm_compat: the client $name does not run with GraphicsMagick"
      exit 1
    }
    run $name
  done
else
  echo "skipped: a binary built with GraphicsMagick: none of 16 bits is installed"
fi
