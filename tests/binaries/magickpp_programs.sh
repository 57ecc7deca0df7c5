# Runs Magick++'s own programs, as its tests.tap and demos.tap do.

# compile FOLDER GOAL FLAGS LIBS, with magickpp.mk
compile() {
  make -s -j"${JOBS:-$(nproc)}" -f "$here/magickpp.mk" CXX="${CXX:-c++}" GM_SOURCE="$GM_SOURCE" FOLDER="$1" FLAGS="$3" LIBS="$4" "$2"
}

# With the headers that Debian has for it.
compile_for_debian() {
  compile "$WORK/magickpp-debian" programs "$(pkg-config --cflags GraphicsMagick++)" "$(pkg-config --libs GraphicsMagick++)"
}

# What their scripts name instead of the real gm and the harness of GraphicsMagick's tests. Options of the harness
# name what GraphicsMagick must be configured with.
run_magickpp_programs() { # FOLDER: where the programs are
  mkdir scripts
  : > common.shi
  : > scripts/tap-functions.shi
  top_srcdir=$PWD
  test_plan_fn() { :; }
  test_command_fn() {
    described=$1
    shift
    [ "$1" != -F ] || shift 2
    try "$described" "$@"
  }
  programs=$1
  # Debian's GraphicsMagick names fonts that Debian does not have.
  MAGICK_FONT=/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
  export MAGICK_FONT
  GM="env -u LD_LIBRARY_PATH gm"
  MEMCHECK=
  for kind in tests demo; do
    mkdir -p "Magick++/$kind"
    cp "$GM_SOURCE/Magick++/$kind/"*.miff "Magick++/$kind"
    for source in "$GM_SOURCE/Magick++/$kind/"*.cpp; do
      ln -s "$programs/$(basename "$source" .cpp)" "Magick++/$kind"
    done
  done
  (. "$GM_SOURCE/Magick++/tests/tests.tap")
  (. "$GM_SOURCE/Magick++/demo/demos.tap")
  find . -type l -delete
  rm -f Magick++/*/test_image*.miff Magick++/demo/model.miff Magick++/demo/smile*.miff Magick++/demo/tile.miff
}

known() {
  printf '%s\t%s\n' 'output Magick++/demo/button_out.miff' 'granite: and logo: are other images' 'output Magick++/demo/demo_out_*' 'noise is random'
}
