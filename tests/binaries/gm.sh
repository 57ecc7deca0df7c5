# GraphicsMagick's own program: one function of the library does all that it does.
binary="gm"
packages="graphicsmagick"
elf="/usr/bin/gm"
suite="a line of each command"

run() {
  cp "$INPUTS"/photo.png "$INPUTS"/disc.png "$INPUTS"/anim.gif "$INPUTS"/frame?.png .
  try convert gm convert photo.png -resize 50% -rotate 20 -blur 1x0.5 converted.png
  try convert-draw gm convert -size 60x40 xc:white -fill orange -stroke navy -draw "circle 30,20 40,20" drawn.png
  try convert-frames gm convert anim.gif -coalesce +adjoin coalesced%d.png
  try composite gm composite -geometry +4+6 disc.png photo.png composite.png
  try montage gm montage -geometry 16x16+2+2 -tile 2x2 frame0.png frame1.png frame2.png frame3.png montage.png
  try mogrify gm mogrify -negate -output-directory . frame1.png
  try compare gm compare -metric psnr photo.png photo.png
  try identify sh -c "gm identify -format '%m %w %h %q %k\n' photo.png anim.gif > identified.txt"
  try batch sh -c "echo 'convert photo.png -flip flipped.png' | gm batch -"
  try version sh -c "gm version > /dev/null"
}
