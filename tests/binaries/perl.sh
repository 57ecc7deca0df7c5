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
