# pgmagick, a Python binding of Magick++.
binary="pgmagick (Python)"
packages="python3-pgmagick"
elf="python3/dist-packages/pgmagick/_pgmagick.*.so"
suite="formats, operations, drawing, lists"

run() { /usr/bin/python3 -B "$here/pgmagick_trials.py" "$INPUTS"; }
known() {
  printf '%s\t%s\n' 'output disc-png.tif' 'alpha in TIFF is written as unassociated, not as unspecified'
}
