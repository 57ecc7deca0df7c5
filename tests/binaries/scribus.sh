# Scribus, which imports images of formats without a loader of its own through GraphicsMagick.
binary="Scribus"
packages="scribus"
elf="/usr/bin/scribus"
suite="images placed on a page, exported"

prepare() { gm convert "$INPUTS/photo.ppm" "$WORK/placed.pcx" && gm convert "$INPUTS/photo.ppm" "$WORK/placed.sgi"; }
place() { # FILE
  QT_QPA_PLATFORM=offscreen timeout 100 scribus -g -ns -py "$here/scribus.py" "$1" "$tried.png"
  [ -s "$tried.png" ]
}
run() {
  for image in "$WORK/placed.pcx" "$WORK/placed.sgi" "$INPUTS/photo.tga" "$INPUTS/photo.bmp"; do
    try "$(basename "$image")" place "$image"
  done
}
