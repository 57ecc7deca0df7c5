#!/bin/sh
# Installs the Python package into FOLDER/lib, by pip, for the library that pkg-config finds. Writes nothing
# next to the sources. Prints the interpreter that it is for.
#
#   python/install.sh FOLDER
#
# LODESTONE_PYTHON: the interpreter; else the first that has what is needed. Exits with 77 if there is none.
set -eu

source=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)

python=
for candidate in ${LODESTONE_PYTHON:-python3 /usr/bin/python3}; do
  if "$candidate" -c 'import setuptools, cffi, numpy, pip, wheel, pytest' 2> "$folder/missing"; then
    python=$candidate
    break
  fi
done
if [ -z "$python" ]; then
  echo "install.sh: no Python has what is needed: $(tail -n 1 "$folder/missing") (scripts/setup python installs it)" >&2
  exit 77
fi

rm -rf "$folder/source" "$folder/lib"
mkdir "$folder/source"
cp -R "$source/lodestone" "$source"/*.py "$source"/*.h "$source"/*.toml "$source"/*.md "$folder/source"
chmod -R u+w "$folder/source"
if ! "$python" -m pip install --quiet --no-build-isolation --no-deps --no-index --no-compile \
  --target "$folder/lib" "$folder/source" > "$folder/pip.log" 2>&1; then
  cat "$folder/pip.log" >&2
  exit 1
fi
echo "$python"
