#!/bin/sh
# Coder modules are loaded when one of their formats is asked for; what prevents that is said. The table
# of docs/formats.md is that of the registry.
set -u

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0
wrong() { echo "coders: $*"; status=1; }

modules=$PWD/coders/.libs
loaded() { # FORMAT: the coder modules open while an image of the format is written
  LD_DEBUG=files ./lodestone convert -size 4x4 xc:red "$scratch/x.$1" 2>&1 |
    sed -n "s,.*calling init: .*/coders/.*/\([a-z0-9]*\)\.so\$,\1,p" | sort | tr '\n' ' '
}
[ -z "$(loaded png)" ] || wrong "PNG needs no module, but loads: $(loaded png)"

one=
for file in "$modules"/*.so; do [ ! -e "$file" ] || one=$(basename "$file" .so); done
if [ -z "$one" ]; then
  echo "skipped the modules: this build has none"
else
  [ "$(loaded "$one")" = "$one " ] || wrong "$one loads: $(loaded "$one")"

  refuses() { # REASON
    message=$(MAGICK_CODER_MODULE_PATH=$scratch ./lodestone convert -size 4x4 xc:red "$scratch/y.$one" 2>&1)
    case $message in *"$1"*) ;; *) wrong "expected \"$1\", not: $message" ;; esac
    [ ! -e "$scratch/y.$one" ] || wrong "a file was written without $one"
    MAGICK_CODER_MODULE_PATH=$scratch ./lodestone convert -list formats | grep -qF "$1" ||
      wrong "-list formats does not say: $1"
  }
  refuses "the coder module $one.so is not installed (package lodestone-coder-$one)"
  head -c 5000 "$modules/$one.so" > "$scratch/$one.so"
  refuses "the file is truncated"
  sed 's/LODESTONE_CODERS_/LODESTONE_OTHERS_/g' "$modules/$one.so" > "$scratch/$one.so"
  refuses "version \`LODESTONE_OTHERS_"
  cp .libs/liblodestone.so "$scratch/$one.so"
  refuses "$one.so is no coder module"
fi

message=$(MAGICK_CODER_MODULE_PATH=$scratch ./lodestone convert -size 60x60 xc:red -draw 'text 9,9 "x"' "$scratch/t.png" 2>&1)
case $message in *"(package lodestone-coder-fontconfig); fontconfig finds fonts"*) ;; *) wrong "text: $message" ;; esac

# Documents, drawings and camera files are read by modules that few packages bring.
list() { echo "@each $1:$2" | "$abs_srcdir/scripts/coders"; }
says_how() { # EXTENSION HOW: a file of that name is refused, with these words
  echo "%PDF-1.4" > "$scratch/z.$1"
  message=$(MAGICK_CODER_MODULE_PATH=$scratch ./lodestone convert "$scratch/z.$1" "$scratch/z.png" 2>&1)
  case $message in *"if configured $2"*) ;; *) wrong "$1: expected \"$2\", not: $message" ;; esac
}
for format in $(list suggested @extension@:@package@); do
  says_how "${format%:*}" "where the Debian package ${format#*:} is installed"
done
for format in $(list asked @name@:@package@:@extension@); do
  package=${format#*:}
  says_how "${format##*:}" "--with-${format%%:*} (Debian package ${package%:*})"
done

# What recipes of packages become is JSON and Python.
recipe() { "$abs_srcdir/scripts/coders" < "$abs_srcdir/packaging/$1"; }
if python3 -c 'import ast, json' 2> /dev/null; then
  recipe vcpkg/vcpkg.json | python3 -m json.tool > /dev/null || wrong "vcpkg.json is no JSON"
  recipe conan/conanfile.py | python3 -c 'import ast, sys; ast.parse(sys.stdin.read())' || wrong "conanfile.py is no Python"
else
  echo "skipped the recipes: python3 is not installed"
fi

all=$(ls "$modules"/*.so 2> /dev/null | wc -l)
if [ "$all" -eq "$(list all @name@ | wc -l)" ]; then
  "$abs_srcdir/scripts/formats-table" --check ./lodestone || status=1
else
  echo "skipped the table: this build lacks coders"
fi
exit $status
