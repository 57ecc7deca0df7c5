#!/bin/sh
# Runs the program `gm` of the installed GraphicsMagick, unchanged, with an installation that was configured
# with --enable-gm-compat: its commands are those of Lodestone, through the module commands.so.
#
#   PREFIX_ROOT=DESTDIR LIBDIR=... BINDIR=... gm_program.sh
set -u

gm=$(command -v gm) && gm=$(readlink -f "$gm") || { echo "skipped: the program gm: it is not installed"; exit 77; }
ours=$PREFIX_ROOT$LIBDIR
[ -e "$ours/libGraphicsMagick-Q16.so.3" ] || { echo "skipped: the program gm: the library has 8 bits"; exit 77; }
ldd "$gm" | grep -q 'libGraphicsMagick-Q16\.so\.3' || { echo "skipped: the program gm has another library"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
export MAGICK_ACCELERATE=off
unset MAGICK_COMMAND_MODULE_PATH
status=0
wrong() { echo "gm_program: $*"; status=1; }
with_ours() { LD_LIBRARY_PATH=$ours "$@"; }

with_ours ldd "$gm" | grep -q "libGraphicsMagick-Q16\.so\.3 => $ours/" || wrong "gm loads: $(with_ours ldd "$gm")"
with_ours gm version | grep -q '^Lodestone ' || wrong "gm version says: $(with_ours gm version | head -1)"

with_ours gm convert -size 64x48 gradient:red-blue in.ppm || wrong "no inputs"
with_ours gm convert in.ppm -flip other.ppm || wrong "no inputs"

# The same output, messages and exit status as with its own library.
same() { # ARGUMENTS OF gm
  gm "$@" > theirs.out 2> theirs.err < /dev/null
  theirs=$?
  mv result.ppm theirs.ppm 2> /dev/null
  with_ours gm "$@" > ours.out 2> ours.err < /dev/null
  [ $? = $theirs ] || wrong "gm $*: exit status $theirs with its own library"
  mv result.ppm ours.ppm 2> /dev/null
  sed -i 's/ [0-9.]*u [0-9:.ms]*$//' theirs.out ours.out # times
  sed -i 's/see manual\.\.$/see manual./' theirs.err # two full stops, of which Lodestone says one
  for kind in out err ppm; do
    cmp -s theirs.$kind ours.$kind || [ ! -e theirs.$kind ] || { wrong "gm $*: $kind differs"; diff -a theirs.$kind ours.$kind | head -5; }
  done
  rm -f theirs.ppm ours.ppm
}
same convert in.ppm -crop 20x10+3+4 +repage -negate result.ppm
same convert missing.ppm result.ppm
same convert -size 8x8 xc:red -frobnicate result.ppm
same identify in.ppm other.ppm
same identify -format '%w %h %f|' in.ppm other.ppm
same identify missing.ppm in.ppm
same identify missing.ppm
same compare -metric MSE in.ppm other.ppm
same compare -maximum-error 0.001 -metric MAE in.ppm other.ppm
same composite -gravity center -compose Plus in.ppm other.ppm result.ppm
same frobnicate
same ping

# Links, batch, and files that are replaced.
ln -s "$gm" identify
[ "$(with_ours ./identify -format %wx%h in.ppm)" = 64x48 ] || wrong "the link identify fails"
printf 'convert in.ppm -scale 50%% half.ppm\nidentify -format %%wx%%h half.ppm\n' > script
[ "$(with_ours gm batch script)" = 32x24 ] || wrong "batch fails"
cp in.ppm mogrified.ppm
with_ours gm mogrify -rotate 90 mogrified.ppm || wrong "mogrify fails"
[ "$(with_ours gm identify -format %wx%h mogrified.ppm)" = 48x64 ] || wrong "mogrify changed nothing"

# Without the module, or with that of another build.
refuses() { # REASON FOLDER
  message=$(MAGICK_COMMAND_MODULE_PATH=$2 with_ours gm version 2>&1) && wrong "runs although: $1"
  case $message in
    *"Unable to load the module with the commands ($1"*) ;;
    *) wrong "expected \"$1\", not: $message" ;;
  esac
}
module=$ours/lodestone/commands/commands.so
mkdir none cut other
refuses "commands.so is not installed (package lodestone)" "$scratch/none"
head -c 5000 "$module" > cut/commands.so
refuses "commands.so: the file is truncated" "$scratch/cut"
sed "s/Lodestone [0-9]\./Lodestone 9./" "$module" > other/commands.so
refuses "$scratch/other/commands.so belongs to Lodestone 9." "$scratch/other"
exit $status
