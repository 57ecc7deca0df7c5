#!/bin/sh
# The output of the examples, and their messages for bad input. `make check` runs this on those of
# the build tree, installcheck.sh on those built against the installed library.
#
#   LODESTONE_PROGRAM=... EXAMPLES=FOLDER_OF_PROGRAMS EXAMPLE_MODULES=FOLDER_OF_ACCELERATOR examples.sh
set -eu

programs=${EXAMPLES:-$LODESTONE_BUILD_DIR/examples}
modules=${EXAMPLE_MODULES:-$LODESTONE_BUILD_DIR/tests/modules/plain}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
mkdir none cache
unset MAGICK_ACCELERATE MAGICK_OCL_DEVICE MAGICK_DEBUG MAGICK_OPENCL_CACHE_DIR
export XDG_CACHE_HOME="$scratch/cache" MAGICK_ACCELERATE_PLUGIN_PATH="$scratch/none"

failures=0
fail() {
  echo "$test: $1"
  sed 's/^/  out: /' out
  sed 's/^/  err: /' err
  failures=$((failures + 1))
}
# run STATUS COMMAND...: its output is in out, with times removed, and in err.
run() {
  expected=$1
  shift
  test=$*
  status=0
  "$@" > printed 2> err || status=$?
  sed -E 's/[0-9]+\.[0-9]{3} ms/# ms/' printed > out
  [ $status = "$expected" ] || fail "exit status $status instead of $expected"
}
out_is() { [ "$(cat out)" = "$1" ] || fail "printed something else than: $1"; }
err_has() { grep -qF -- "$1" err || fail "standard error lacks: $1"; }
no_err() { [ ! -s err ] || fail "standard error is not empty"; }
# The same size and pixels, whatever the format.
same_image() {
  [ "$(pixels "$1")" = "$(pixels "$2")" ] || fail "$1 is not like $2"
}
pixels() { "$LODESTONE_PROGRAM" identify -format '%wx%h %#' "$1"; }

"$LODESTONE_PROGRAM" convert -size 640x480 gradient:red-blue in.ppm
echo "no image" > junk.png

first=$programs/first
run 0 "$first" in.ppm out.png
out_is "out.png: 160x120"
no_err
"$LODESTONE_PROGRAM" convert in.ppm -scale 320x240 -filter Lanczos -resize 160x120 wanted.png
same_image out.png wanted.png
run 2 "$first" in.ppm
err_has "usage: first IN OUT"
run 1 "$first" absent.png out.png
err_has "first: Unable to open file (absent.png) [No such file or directory]."
run 1 "$first" junk.png out.png
err_has "(junk.png)"
run 1 "$first" in.ppm absent/out.png
err_has "first: Unable to open file (absent/out.png) [No such file or directory]."
"$LODESTONE_PROGRAM" convert -size 1x1 xc:red small.png
run 1 "$first" small.png out.png
err_has "first: unable to resize image (Non-zero width and height required)."

thumbnails=$programs/thumbnails
mkdir from from/folder
cp in.ppm from/b.ppm
cp small.png from/a.png
run 0 "$thumbnails" from to
out_is "a.png: 1x1 -> 1x1
b.ppm: 640x480 -> 160x120"
no_err
"$LODESTONE_PROGRAM" convert in.ppm -scale 160x120 -unsharp 0x0.8+0.6+0.02 wanted.ppm
same_image to/b.ppm wanted.ppm
[ "$(ls to)" = "a.png
b.ppm" ] || fail "made other files: $(ls to)"

# Each call has its own mode, whatever the process's. An error that concerns every file ends the
# program.
run 0 env MAGICK_ACCELERATE=require "$thumbnails" from to off
run 1 env MAGICK_ACCELERATE=off "$thumbnails" from to require
err_has "thumbnails: No accelerator ran scale of \`from/b.ppm' (no-device: "
out_is "a.png: 1x1 -> 1x1"

# An error in this file alone does not.
cp junk.png from/
run 1 "$thumbnails" from to
out_is "a.png: 1x1 -> 1x1
b.ppm: 640x480 -> 160x120"
err_has "(from/junk.png)"
run 2 "$thumbnails" from
err_has "usage: thumbnails FROM TO [auto|off|require]"
run 1 "$thumbnails" absent to
err_has "No such file or directory [absent]"
run 1 "$thumbnails" from from
err_has "thumbnails: FROM and TO are the same folder"
run 1 "$thumbnails" from to maybe
err_has "thumbnails: 'maybe' is none of auto, off and require"

events=$programs/events
run 0 env MAGICK_ACCELERATE=off "$events" in.ppm
disabled="# ms on cpu (disabled: acceleration is disabled)"
out_is "scale 640x480 -> 100x75: $disabled
resize 640x480 -> 200x150: $disabled
magnify 640x480 -> 1280x960: $disabled
blur 640x480 -> 640x480: $disabled
4 events, 0 on devices, 0 not done, 0 lost: # ms"
no_err
run 1 "$events" absent.png
out_is "0 events, 0 on devices, 0 not done, 0 lost: # ms"
err_has "events: Unable to open file (absent.png) [No such file or directory]."
run 2 "$events"
err_has "usage: events IN"

export MAGICK_ACCELERATE_PLUGIN_PATH="$modules"
run 0 "$LODESTONE_PROGRAM" devices
grep -q "Example:Other:Device 1: usable" out || fail "the accelerator is not listed"
run 0 "$LODESTONE_PROGRAM" convert in.ppm -accelerate require -magnify device.ppm
"$LODESTONE_PROGRAM" convert in.ppm -accelerate off -magnify wanted.ppm
same_image device.ppm wanted.ppm
run 1 env MAGICK_ACCELERATE=require "$events" in.ppm
unsupported="(unsupported: the example can only magnify and sample)"
out_is "scale 640x480 -> 100x75: not done $unsupported
resize 640x480 -> 200x150: not done $unsupported
magnify 640x480 -> 1280x960: # ms on Example:Other:Device 1
blur 640x480 -> 640x480: not done $unsupported
4 events, 1 on devices, 3 not done, 0 lost: # ms"
for operation in scale resize blur; do
  err_has "No accelerator ran $operation of \`in.ppm' $unsupported"
done

[ $failures = 0 ]
