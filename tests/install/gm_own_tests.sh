#!/bin/sh
# Runs tests that GraphicsMagick's own source package has, unchanged, with an installation that was
# configured with --enable-gm-compat: `constitute`, `rwblob` and `rwfile`, for the formats that exist here, and
# those of its program, with the program `gm` that is installed, and of its Wand interface.
# debian_source.sh fetches the package, into GM_SOURCE_FOLDER if that is set.
#
#   CC=... PREFIX_ROOT=DESTDIR LIBDIR=... BINDIR=... gm_own_tests.sh
set -u
MEMCHECK=

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

source=$(sh "$(dirname "$0")/debian_source.sh" graphicsmagick "${GM_SOURCE_FOLDER:-$scratch/gm-source}") || {
  echo "skipped: GraphicsMagick's own tests: its source package cannot be fetched"
  exit 77
}

export PKG_CONFIG_PATH="$PREFIX_ROOT$LIBDIR/pkgconfig" LD_LIBRARY_PATH="$PREFIX_ROOT$LIBDIR" MAGICK_ACCELERATE=off
[ -z "$PREFIX_ROOT" ] || export PKG_CONFIG_SYSROOT_DIR="$PREFIX_ROOT"
lodestone=$PREFIX_ROOT$BINDIR/lodestone
mkdir "$scratch/run" && cp -r "$source/tests" "$scratch/tests" && cd "$scratch/run" || exit 1
for name in constitute rwblob rwfile; do
  $CC -O1 -w $(pkg-config --cflags GraphicsMagick) "$scratch/tests/$name.c" -o $name $(pkg-config --libs GraphicsMagick) -lm ||
    exit 1
done
for name in drawtest wandtest; do
  $CC -O1 -w $(pkg-config --cflags GraphicsMagickWand) "$source/wand/$name.c" -o $name \
    $(pkg-config --libs GraphicsMagickWand) || exit 1
done

exists() { # both written and read
  probe=$(echo "$1" | tr a-z A-Z):probe
  "$lodestone" convert -size 8x8 xc:gray "$probe" > /dev/null 2>&1 &&
    "$lodestone" convert -size 8x8 "$probe" null: > /dev/null 2>&1
}

# What stands in for its test harness. Images come in a format that is there.
cat > ../tests/common.shi <<'HARNESS'
test_plan_fn() { :; }
test_command_fn() {
  description=$1
  shift
  [ "$1" != -F ] || shift 2
  case $1 in
    ./constitute | ./drawtest | ./wandtest) ;;
    *) for format; do :; done; exists "$format" || return 0 ;;
  esac
  if "$@" > test.txt 2>&1; then echo "ok $description"; else echo "not ok $description"; cat test.txt; fi
}
SRCDIR=$inputs
HARNESS
: > common.shi
inputs=$scratch/inputs
mkdir "$inputs"
for image in ../tests/input_*; do
  if exists "${image##*.}"; then
    cp "$image" "$inputs"
  else
    LD_LIBRARY_PATH= gm convert "$image" "png:$inputs/$(basename "$image")" || {
      echo "skipped: GraphicsMagick's own tests: no gm"
      exit 77
    }
  fi
done
top_srcdir=$scratch
font=/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
for script in constitute rwblob rwblob_sized rwfile rwfile_sized rwfile_deep; do
  . "$scratch/tests/$script.tap"
done > results.txt
# The Wand tests need a font, and do not ask for one.
if [ -e "$font" ]; then
  srcdir=$scratch
  mkdir "$scratch/wand" && : > "$scratch/wand/common.shi"
  SRCDIR=$source/wand MAGICK_FONT=$font
  export SRCDIR MAGICK_FONT
  . "$source/wand/wandtests.tap" >> results.txt
else
  echo "skipped: the tests of GraphicsMagick's Wand interface: no $font (Debian: fonts-dejavu-core)"
fi
grep -A20 '^not ok' results.txt
passed=$(grep -c '^ok' results.txt)
failed=$(grep -c '^not ok' results.txt)
echo "GraphicsMagick's own tests: $passed passed, $failed failed"
[ "$passed" -gt 200 ] && [ "$failed" = 0 ] || exit 1

# Those of the program, with the harness that they come with and the limits of it.
ldd "$(readlink -f "$(command -v gm)")" | grep -q "libGraphicsMagick-Q16\.so\.3 => $LD_LIBRARY_PATH/" || {
  echo "skipped: GraphicsMagick's tests of its program: gm does not run with this library"
  exit 0
}
features="JPEG MODULES XML ZLIB X" # X: the help of its commands
[ ! -e "$LD_LIBRARY_PATH/lodestone/coders/freetype.so" ] || features="$features TTF"
! ldd "$LD_LIBRARY_PATH/liblodestone.so.0" | grep -q liblcms2 || features="$features LCMS"
mkdir "$scratch/program" && cd "$scratch/program" || exit 1
cat > common.shi <<HARNESS
MAGICK_FEATURES='$features'
top_srcdir=$source
TOP_SRCDIR_NATIVE=$source
GM=gm
HARNESS
export MAGICK_FONT="$source/PerlMagick/demo/Generic.ttf" MAGICK_LIMIT_MEMORY=256MB MAGICK_LIMIT_WIDTH=2592 \
  MAGICK_LIMIT_HEIGHT=3508 MAGICK_LIMIT_DISK=0
scripts="convert effects hald-clut help icc-transform identify list montage msl_composite pipe resize"
! "$lodestone" convert -size 8x8 xc:gray preview:probe > /dev/null 2>&1 || scripts="$scripts preview"
for script in $scripts; do
  sh "$source/utilities/tests/$script.tap" > $script.log 2>&1
done
# Filter modules do not exist here.
sed -i 's/^not ok \([0-9]* - -process .*\)/ok \1 # SKIP/' convert.log
grep -h -B20 '^not ok' ./*.log
passed=$(cat ./*.log | grep '^ok' | grep -c -v '# SKIP')
skipped=$(cat ./*.log | grep -c '^ok.*# SKIP')
failed=$(cat ./*.log | grep -c '^not ok')
planned=$(sed -n 's/^1\.\.//p' ./*.log | awk '{ sum += $1 } END { print sum }')
echo "GraphicsMagick's tests of its program: $passed passed, $failed failed, $skipped skipped of $planned"
[ "$failed" = 0 ] && [ $((passed + skipped)) = "$planned" ]
