# Octave's imread, imwrite, imfinfo and imformats: the tests in their files, and what they read and write.
binary="Octave's imread, imwrite, imfinfo"
packages="octave"
elf="octave/*/liboctinterp.so.10"
suite="their tests; formats read and written"

# Octave writes a complaint of its own when it exits without a display.
run() { octave-cli --no-gui --no-init-file --quiet "$here/octave.m" "$INPUTS" 2> /dev/null; }
known() {
  printf '%s\t%s\n' 'output bits.tga' 'black and white TGA is written with 8 bits, not 1'
}
