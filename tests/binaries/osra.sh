# OSRA, which reads chemical formulae from images.
binary="OSRA"
packages="osra"
elf="/usr/bin/osra"
suite="benzene in four formats"

prepare() {
  for format in png gif bmp tif; do
    gm convert -size 220x200 xc:white -stroke black -strokewidth 2 -fill none \
      -draw 'polygon 110,20 180,60 180,140 110,180 40,140 40,60' -draw 'line 110,32 170,66' \
      -draw 'line 170,134 110,168' -draw 'line 50,132 50,68' "$WORK/benzene.$format" || return
  done
}
recognize() { osra "$WORK/benzene.$tried" | tee "$tried.txt" | grep -qx c1ccccc1; }
run() {
  for format in png gif bmp tif; do
    try "$format" recognize
  done
}
