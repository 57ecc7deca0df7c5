# Magick++ as Debian has compiled it, with programs compiled with Debian's headers.
binary="Magick++"
packages="libgraphicsmagick++-q16-12 libgraphicsmagick++1-dev fonts-dejavu-core"
elf="libGraphicsMagick++-Q16.so.12"
suite="the tests and demos of its source package"
needs_source=yes
. "$here/magickpp_programs.sh"

prepare() { compile_for_debian; }
run() { run_magickpp_programs "$WORK/magickpp-debian"; }
