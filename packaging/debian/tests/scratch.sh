# Read by the tests: a scratch folder, which is also their home.

source_dir=$PWD
scratch=${AUTOPKGTEST_TMP:-$(mktemp -d)}
[ -n "${AUTOPKGTEST_TMP:-}" ] || trap 'rm -rf "$scratch"' EXIT
export HOME="$scratch" XDG_CACHE_HOME="$scratch/cache"
unset MAGICK_ACCELERATE MAGICK_OCL_DEVICE MAGICK_DEBUG MAGICK_OPENCL_CACHE_DIR
cd "$scratch"

fail() { echo "FAILED: $*"; exit 1; }
