# Graphics::Magick for Perl, with the test scripts of its source.
binary="Graphics::Magick (Perl)"
packages="libgraphics-magick-perl"
elf="perl5/*/auto/Graphics/Magick/Magick.so"
suite="its t/*.t"
needs_source=yes

# Scripts number their tests. Each says before a test what it is about, in one line.
run() {
  cp -r "$GM_SOURCE/PerlMagick/t" t
  chmod -R u+w t
  echo '@MAGICK_FEATURES = qw(BZLIB JBIG JP2 JPEG LCMS PNG TIFF TTF WEBP WMF XML ZLIB);' > t/features.pl
  for script in t/*.t t/*/*.t; do
    [ "$script" = t/x/read.t ] || [ "$script" = t/x/write.t ] || {
      timeout 100 perl -I. "$script" 2>&1 | tee -a "$WORK/perl-$SIDE.log" |
        sed -n "s,^\(not \)\?ok \([0-9]*\).*,\1ok $script \2,p"
    }
  done
  rm -rf t
}
