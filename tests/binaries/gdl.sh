# The GNU Data Language's procedures for images.
binary="GNU Data Language"
packages="gnudatalanguage"
elf="libgnudatalanguage.so.0"
suite="READ_PNG, WRITE_PNG, MAGICK_*"

run_gdl() { # LINE that leaves NAME.png
  echo "$1 & exit" | gdl -q && [ -s "$tried.png" ]
}
run() {
  for image in photo.png palette.png disc.png gray.pgm deep.png; do
    try "read-${image%.*}" run_gdl "a = magick_open('$INPUTS/$image') & b = magick_read(a) & magick_close, a
      c = magick_create((size(b))[2], (size(b))[3]) & magick_write, c, b & magick_writefile, c, 'read-${image%.*}.png', 'png'"
  done
  try png run_gdl "write_png, 'png.png', read_png('$INPUTS/photo.png')"
  try jpeg run_gdl "read_jpeg, '$INPUTS/photo.jpg', a & write_png, 'jpeg.png', a"
  try bmp run_gdl "write_png, 'bmp.png', read_bmp('$INPUTS/photo.bmp')"
}
