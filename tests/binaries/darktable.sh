# darktable, which reads the formats without a reader of its own through GraphicsMagick.
binary="darktable"
packages="darktable"
elf="darktable/libdarktable.so"
suite="GIF and BMP to PPM"

develop() { # FILE
  darktable-cli "$INPUTS/$1" "$tried.ppm" --core --disable-opencl --library :memory: --configdir "$HOME/darktable"
  [ -s "$tried.ppm" ]
}
run() {
  for image in palette.gif photo.bmp; do
    try "$image" develop "$image"
  done
}
