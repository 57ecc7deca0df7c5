#!/bin/sh
# scripts/abi finds what would break programs and modules, and lets additions pass.
set -u

here=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0
GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export GIT_CONFIG_GLOBAL GIT_CONFIG_NOSYSTEM
git() { command git -c user.name=Test -c user.email=test@example.org "$@"; }
# tried WHAT pass|fail|skip TEXT [REF]: after an edit; TEXT is in what is printed.
tried() {
  scripts/abi check ${4:+"$4"} > "$scratch/output" 2>&1
  case $? in 0) verdict=pass ;; 77) verdict=skip ;; *) verdict=fail ;; esac
  [ $verdict = "$2" ] || { echo "$1: $verdict instead of $2:"; head -n 20 "$scratch/output"; status=1; }
  [ -z "$3" ] || grep -q "$3" "$scratch/output" || { echo "$1: '$3' is not in:"; head -n 20 "$scratch/output"; status=1; }
}
fresh() { git reset -q --hard 1.2.3; }

mkdir -p "$scratch/tree/scripts"
cp "$here"/scripts/abi "$here"/scripts/abi-definitions.awk "$scratch/tree/scripts"
cp "$here"/configure.ac "$scratch/tree"
(cd "$here" && find magick accel wand kernels -name '*.h' -exec cp --parents {} magick/magick_config.h.in "$scratch/tree" ';')
cd "$scratch/tree" || exit 1
tried "outside git" skip "no git repository"
git init -q
git add .
git commit -q -m "The headers of a release"
git tag not-a-release
tried "before the first release" skip "no release to compare with"
git tag -a -m "A release" 1.2.3

tried "no change" pass ""
[ ! -s "$scratch/output" ] || { echo "no change, but: $(cat "$scratch/output")"; status=1; }
sed -i 's/^extern MagickExport Image\* MinifyImage/extern MagickExport int AddedFunction(int);\n&/' magick/resize.h
tried "a new function" pass AddedFunction
git commit -q -a -m "Another function"
tried "a new function that is committed" pass AddedFunction
git tag 1.3.0
tried "compared with a release that has it" pass ""
[ ! -s "$scratch/output" ] || { echo "no change since 1.3.0, but: $(cat "$scratch/output")"; status=1; }
tried "compared with an earlier release" pass AddedFunction 1.2.3
tried "compared with what is not there" fail no-such-release no-such-release
git tag -d 1.3.0 > "$scratch/output"
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
tried "a structure that grows at its end" pass "MagickAccelerateEvent has grown"
sed -i 's/^  uint64_t sequence;.*/  uint64_t more;\n&/' accel/accelerate.h
tried "a structure that grows at its end and elsewhere" fail sequence
fresh
sed -i 's/^  uint64_t sequence;.*/  uint64_t added;\n&/' accel/accelerate.h
tried "a structure that grows elsewhere" fail sequence
fresh
sed -i 's/^  MagickBool linear_light;.*/  double linear_light;/' magick/image.h
tried "a larger structure" fail linear_light
fresh
sed -i 's/^  MagickBool linear_light;.*/#if QuantumDepth == 8\n  double linear_light;\n#else\n&\n#endif/' magick/image.h
tried "a larger structure at 8 bits alone" fail lodestone-q8
grep -q lodestone-q16 "$scratch/output" && { echo "and at 16 bits"; status=1; }
fresh
sed -i '/WandExport .*MagickBlurImage(/s/(/(int more, /' wand/magick_wand_effects.h
tried "a function of the Wand interface" fail MagickBlurImage
fresh
sed -i 's/^} MagickAcceleratePlugin;/  void (*added)(void* state);\n&/' accel/plugin.h
tried "one more function of modules" pass "MagickAcceleratePlugin has grown"
fresh
sed -i 's/^} MagickAccelerateAxis;/  int added;\n&/' kernels/resample/axis.h
tried "a larger structure of modules" fail MagickAccelerateAxis
sed -i 's/^#define MAGICK_ACCELERATE_ABI .*/#define MAGICK_ACCELERATE_ABI 1000u/' accel/plugin.h
tried "with another number of their interface" pass MagickAccelerateAxis
fresh
sed -i '/^extern MagickExport Image\* MinifyImage/d' magick/resize.h
sed -i 's/^AC_SUBST(\[LODESTONE_LIBTOOL_VERSION\].*/AC_SUBST([LODESTONE_LIBTOOL_VERSION], [1:0:0])/' configure.ac
tried "a removed function, with another SONAME" pass "lodestone-q16.so.1"
grep -q MinifyImage "$scratch/output" || { echo "another SONAME, and nothing is said of MinifyImage"; status=1; }
exit $status
