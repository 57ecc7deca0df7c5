# Magick++ and its programs compiled from GraphicsMagick's source package with Lodestone's headers, compared with
# Debian's Magick++ on GraphicsMagick.
binary="Magick++, compiled from its source"
packages="libgraphicsmagick++1-dev fonts-dejavu-core"
elf="$WORK/magickpp-source/libGraphicsMagick++-Q16.so.12"
suite="its tests and demos"
needs_source=yes
. "$here/magickpp_programs.sh"

lodestone() { # OPTION of pkg-config
  PKG_CONFIG_PATH=$LODESTONE_LIBDIR/pkgconfig PKG_CONFIG_SYSROOT_DIR=$LODESTONE_ROOT pkg-config "$1" GraphicsMagick
}
prepare() {
  folder=$WORK/magickpp-source
  flags="-I$GM_SOURCE/Magick++/lib $(lodestone --cflags)"
  compile "$folder" library "$flags" "$(lodestone --libs)" &&
    compile "$folder" programs "$flags" "$folder/libGraphicsMagick++-Q16.so.12 $(lodestone --libs)" && compile_for_debian
}
run() {
  case $SIDE in
    graphicsmagick) run_magickpp_programs "$WORK/magickpp-debian" ;;
    lodestone) LD_LIBRARY_PATH=$WORK/magickpp-source:$LD_LIBRARY_PATH run_magickpp_programs "$WORK/magickpp-source" ;;
  esac
}
