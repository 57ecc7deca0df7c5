#!/bin/sh
# Installs the Python package into the build folder, for the library there, and tests it.
#
#   python/check.sh [PYTEST-ARGUMENT]...        in the build folder; `make check-python` calls it
#   python/check.sh --run SCRIPT [ARGUMENT]...  runs a script with the package instead
#
# LODESTONE_PYTHON: as for install.sh.
set -eu

build=$PWD
source=$(cd "$(dirname "$0")" && pwd)
work=$build/python/check
export PKG_CONFIG_PATH="$build${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
export LD_LIBRARY_PATH="$build/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export PYTHONDONTWRITEBYTECODE=1
python=$("$source/install.sh" "$work")

export PYTHONPATH="$work/lib"
if [ "${1:-}" = --run ]; then
  shift
  exec "$python" "$@"
fi
LODESTONE_PROGRAM=${LODESTONE_PROGRAM:-$build/lodestone} LODESTONE_PYTHON_WORK=$work \
  exec "$python" -m pytest -q -c "$source/pyproject.toml" --junitxml="$work/results.xml" "$source/tests" "$@"
