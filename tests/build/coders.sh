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
  refuses "the coder module $one.so is not installed"
  head -c 5000 "$modules/$one.so" > "$scratch/$one.so"
  refuses "the file is truncated"
  sed 's/LODESTONE_CODERS_/LODESTONE_OTHERS_/g' "$modules/$one.so" > "$scratch/$one.so"
  refuses "version \`LODESTONE_OTHERS_"
  cp .libs/liblodestone.so "$scratch/$one.so"
  refuses "$one.so is no coder module"
fi

# Camera files and drawings are read by modules that are only built if asked for.
list() { echo "@each $1:$2" | "$abs_srcdir/scripts/coders"; }
for format in $(list asked @name@:@package@:@extension@); do
  coder=${format%%:*} extension=${format##*:} package=${format#*:}
  echo "%PDF-1.4" > "$scratch/z.$extension"
  message=$(MAGICK_CODER_MODULE_PATH=$scratch ./lodestone convert "$scratch/z.$extension" "$scratch/z.png" 2>&1)
  case $message in
    *"if configured --with-$coder (Debian package ${package%:*})"*) ;;
    *) wrong "$coder does not say how to get it: $message" ;;
  esac
done

all=$(ls "$modules"/*.so 2> /dev/null | wc -l)
if [ "$all" -eq "$(list all @name@ | wc -l)" ]; then
  "$abs_srcdir/scripts/formats-table" --check ./lodestone || status=1
else
  echo "skipped the table: this build lacks coders"
fi
exit $status
