#!/bin/sh
# The Python package compiles with the installed headers, and the example of its page runs with the installed
# library. Called like installcheck.sh.
set -eu

case $CFLAGS in *-fsanitize*) echo "skipped: Python itself has no sanitizer"; exit 77 ;; esac
source_dir=$(cd "$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export PKG_CONFIG_PATH="$PREFIX_ROOT$LIBDIR/pkgconfig"
[ -z "$PREFIX_ROOT" ] || export PKG_CONFIG_SYSROOT_DIR="$PREFIX_ROOT"
export LD_LIBRARY_PATH="$PREFIX_ROOT$LIBDIR"
export PYTHONDONTWRITEBYTECODE=1

echo "Python package"
python=$("$source_dir/python/install.sh" "$scratch")
export PYTHONPATH="$scratch/lib"
cd "$scratch"
if [ "$("$python" -c 'import lodestone; print(lodestone.QUANTUM_DEPTH)')" = 16 ]; then
  "$python" -m doctest -o ELLIPSIS "$source_dir/docs/python.md"
  [ -s python-filters.png ] && [ -s python-glow.png ]
else
  "$python" -c 'import lodestone; print(lodestone.version(), lodestone.devices()[0].name)'
fi
