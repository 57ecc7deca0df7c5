# G'MIC, whose CImg reads the formats that it does not know through Magick++.
binary="G'MIC"
packages="gmic"
elf="libgmic.so.1"
suite="formats that Magick++ reads for it"

prepare() {
  for format in pcx sgi sun viff mtv xpm; do
    gm convert "$INPUTS/photo.ppm" "$WORK/photo.$format" || return
  done
}
run() {
  for format in pcx sgi sun viff mtv xpm; do
    try "$format" gmic -v -1 "$WORK/photo.$format" -o "$format.ppm"
  done
  try gif gmic -v -1 "$INPUTS/palette.gif" -o gif.ppm
}
