# timg, which shows images in a terminal.
binary="timg"
packages="timg"
elf="/usr/bin/timg"
suite="formats, animation, cropping"

# The image that it sends to terminals with kitty's protocol: PNG as base64, in pieces.
show() { # OPTIONS...
  timg -I --threads=1 --loops=1 -E -pk "$@" > shown || return
  escape=$(printf '\033')
  sed "s/${escape}_G[^;]*;//g; s/${escape}\\\\//g; s/$escape\[[^a-zA-Z]*[a-zA-Z]//g" shown | tr -d '\n\r' |
    base64 -d > "$tried.png" && rm shown
}
cells() { timg -I --threads=1 --loops=1 -E -o "$tried.txt" "$@"; }
run() {
  for image in photo.bmp photo.tga photo.tif palette.gif palette.png deep.png disc.png gray.pgm bw.pbm exif.jpg; do
    try "$image" show -g3x2 "$INPUTS/$image"
  done
  try anim.gif cells -ph -g32x16 "$INPUTS/anim.gif"
  try cropped show -g3x2 --auto-crop "$INPUTS/paged.png"
  try enlarged show -g90x90 -U "$INPUTS/photo.bmp"
  try checkered show -g3x2 -bwhite -Bgray "$INPUTS/disc.png"
}
known() {
  printf '%s\t%s\n' 'output disc.png.png' 'scaling weights colours by alpha everywhere' \
    'output checkered.png' 'scaling weights colours by alpha everywhere'
}
