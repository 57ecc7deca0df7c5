# Graphics::Magick for Perl, with the test scripts of its source.
binary="Graphics::Magick (Perl)"
packages="libgraphics-magick-perl"
elf="perl5/*/auto/Graphics/Magick/Magick.so"
suite="its t/*.t"
needs_source=yes

# Scripts number their tests, and say before a test what it is about.
verdicts() { # SCRIPT
  awk -v script="$1" '
    / \.\.\.$/ && !/^ / { about = $0; sub(/ *\.\.\.$/, "", about); sub(/^Testing */, "", about) }
    /^(not )?ok [0-9]/ {
      verdict = /^not/ ? "not ok" : "ok"
      sub(/^(not )?ok /, "")
      print verdict, script, $1, about
    }
    { print "# " $0 }'
}
run() {
  cp -r "$GM_SOURCE/PerlMagick/t" t
  chmod -R u+w t
  cp "$here/perl_features.pl" t/features.pl
  for script in t/*.t t/[!x]*/*.t; do
    timeout 100 perl -I. "$script" 2>&1 | verdicts "$script"
  done
  rm -r t
}

known() {
  printf '%s\t%s\n' 't/read.t * Cineon*' 'white is white in Cineon files' \
    't/read.t * Topol Type 4' 'palettes of TopoL are of the colours that its other file names' \
    't/tiff/read.t * *(1[024]-bit)*' 'levels of 10, 12, 14 and 32 bits are exact' \
    't/tiff/read.t * *(32-bit)*' 'levels of 10, 12, 14 and 32 bits are exact' \
    't/read.t * Flexible Image*' 'integers in FITS and MATLAB files are rounded' \
    't/read.t * MAT (MatLab*' 'integers in FITS and MATLAB files are rounded' \
    't/filter.t 13 *' '8 bits are rounded' 't/filter.t 17 *' '8 bits are rounded' 't/filter.t 40 *' '8 bits are rounded' \
    't/read.t * GRANITE*' 'granite: and logo: are other images' 't/ping.t [12] *' 'granite: and logo: are other images' \
    't/montage.t 13 *' 'granite: and logo: are other images'
}
