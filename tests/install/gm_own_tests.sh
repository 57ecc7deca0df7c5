#!/bin/sh
# Runs tests that GraphicsMagick's own source package has, unchanged, with an installation that was
# configured with --enable-gm-compat: `constitute`, `rwblob` and `rwfile`, for the formats that exist here.
# gm_source.sh fetches the package, into GM_SOURCE_FOLDER if that is set.
#
#   CC=... PREFIX_ROOT=DESTDIR LIBDIR=... BINDIR=... gm_own_tests.sh
set -u
MEMCHECK=

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

source=$(sh "$(dirname "$0")/gm_source.sh" "${GM_SOURCE_FOLDER:-$scratch/gm-source}") || {
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
    ./constitute) ;;
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
for script in constitute rwblob rwblob_sized rwfile rwfile_sized rwfile_deep; do
  . "$scratch/tests/$script.tap"
done > results.txt
grep -A20 '^not ok' results.txt
passed=$(grep -c '^ok' results.txt)
failed=$(grep -c '^not ok' results.txt)
echo "GraphicsMagick's own tests: $passed passed, $failed failed"
[ "$passed" -gt 200 ] && [ "$failed" = 0 ]
