#!/bin/sh
# scripts/abi finds what would break programs, and lets additions pass.
set -u

here=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0
# tried WHAT pass|fail TEXT: after an edit; TEXT is in what is printed.
fresh() {
  rm -rf "$scratch/tree"
  mkdir -p "$scratch/tree/tests" "$scratch/tree/scripts"
  cp "$here"/scripts/abi "$here"/scripts/abi-definitions.awk "$here"/scripts/exported_symbols "$scratch/tree/scripts"
  cp "$here"/configure.ac "$scratch/tree"
  cp -R "$here"/tests/abi "$scratch/tree/tests"
  for folder in magick accel wand; do
    mkdir "$scratch/tree/$folder"
    cp "$here/$folder"/*.h "$scratch/tree/$folder"
  done
  cp "$here"/magick/*.h.in "$scratch/tree/magick"
  (cd "$here" && find kernels -name '*.h' -exec cp --parents {} "$scratch/tree" ';')
  cd "$scratch/tree" || exit 1
}
tried() {
  verdict=pass
  scripts/abi check > "$scratch/output" 2>&1 || verdict=fail
  [ $verdict = "$2" ] || { echo "$1: $verdict instead of $2:"; head -n 20 "$scratch/output"; status=1; }
  [ -z "$3" ] || grep -q "$3" "$scratch/output" || { echo "$1: '$3' is not in:"; head -n 20 "$scratch/output"; status=1; }
}

fresh
tried "no change" pass ""
[ ! -s "$scratch/output" ] || { echo "no change, but: $(cat "$scratch/output")"; status=1; }
sed -i 's/^extern MagickExport Image\* MinifyImage/extern MagickExport int AddedFunction(int);\n&/' magick/resize.h
tried "a new function" pass AddedFunction
fresh
sed -i '/^extern MagickExport Image\* MinifyImage/d' magick/resize.h
tried "a removed function" fail MinifyImage
fresh
sed -i 's/^extern MagickExport Image\* MagnifyImage(const Image\* image,/& int more,/' magick/resize.h
tried "another parameter" fail MagnifyImage
fresh
sed -i 's/^  LanczosFilter,/  AddedFilter,\n&/' magick/image_types.h
tried "another value of an enumerator" fail LanczosFilter
fresh
sed -i 's/^  MagickAccelerateCancelled .*/  MagickAccelerateCancelled,\n  MagickAccelerateAddedReason/' accel/accelerate.h
tried "one more enumerator" pass ""
fresh
sed -i 's/^} MagickAccelerateEvent;/  uint64_t added;\n&/' accel/accelerate.h
sed -i 's/^SIZE(MagickAccelerateEvent, .*//' tests/abi/struct_sizes.c
tried "a structure that grows, without its new size" fail "has no MagickAccelerateEvent"
echo "SIZE(MagickAccelerateEvent, sizeof(MagickAccelerateEvent), sizeof(MagickAccelerateEvent));" >> tests/abi/struct_sizes.c
tried "a structure that grows at its end" pass ""
fresh
sed -i 's/^  uint64_t sequence;.*/  uint64_t added;\n&/' accel/accelerate.h
sed -i 's/^SIZE(MagickAccelerateEvent, .*/SIZE(MagickAccelerateEvent, sizeof(MagickAccelerateEvent), sizeof(MagickAccelerateEvent));/' \
  tests/abi/struct_sizes.c
tried "a structure that grows elsewhere" fail sequence
fresh
sed -i 's/^  MagickBool linear_light;.*/  double linear_light;/' magick/image.h
tried "a larger structure" fail "size of Image"
fresh
sed -i 's/^AC_SUBST(\[LODESTONE_LIBTOOL_VERSION\].*/AC_SUBST([LODESTONE_LIBTOOL_VERSION], [1:0:0])/' configure.ac
tried "another SONAME" fail "liblodestone.so.1"
exit $status
