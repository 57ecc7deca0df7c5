#!/bin/sh
# Installs the Python package into the build folder, for the library there, and tests it.
#
#   python/check.sh [PYTEST-ARGUMENT]...        in the build folder; `make check-python` calls it
#   python/check.sh --run SCRIPT [ARGUMENT]...  runs a script with the package instead
#
# LODESTONE_PYTHON: the interpreter; else the first that has what is needed. Exits with 77 if there is none.
set -eu

build=$PWD
source=$(cd "$(dirname "$0")" && pwd)
work=$build/python/check
mkdir -p "$work"

python=
for candidate in ${LODESTONE_PYTHON:-python3 /usr/bin/python3}; do
  if "$candidate" -c 'import setuptools, cffi, numpy, pip, pytest, wheel' 2> "$work/missing"; then
    python=$candidate
    break
  fi
done
if [ -z "$python" ]; then
  echo "check.sh: no interpreter has what is needed: $(tail -n 1 "$work/missing") (scripts/setup python installs it)"
  exit 77
fi

# pip writes next to the sources.
rm -rf "$work/source" "$work/lib"
mkdir "$work/source"
cp -R "$source/lodestone" "$source"/*.py "$source"/*.h "$source"/*.toml "$source"/*.md "$work/source"
chmod -R u+w "$work/source"
export PKG_CONFIG_PATH="$build${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
export LD_LIBRARY_PATH="$build/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export PYTHONDONTWRITEBYTECODE=1
if ! "$python" -m pip install --quiet --no-build-isolation --no-deps --no-index --no-compile \
  --target "$work/lib" "$work/source" > "$work/pip.log" 2>&1; then
  cat "$work/pip.log"
  exit 1
fi

export PYTHONPATH="$work/lib"
if [ "${1:-}" = --run ]; then
  shift
  exec "$python" "$@"
fi
LODESTONE_PROGRAM=${LODESTONE_PROGRAM:-$build/lodestone} LODESTONE_PYTHON_WORK=$work \
  exec "$python" -m pytest -q -c "$source/pyproject.toml" --junitxml="$work/results.xml" "$source/tests" "$@"
