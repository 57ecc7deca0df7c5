#!/bin/sh
# scripts/compatibility notices a function of another type, one that is gone, a structure without a field, an
# enumeration with another value, and a macro with another text.
set -eu

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -r "$abs_srcdir/magick" "$abs_srcdir/accel" "$abs_srcdir/wand" "$scratch"
chmod -R u+w "$scratch"
"$abs_srcdir/scripts/compatibility" print "$scratch" > "$scratch/before" || exit $?

edit() { # FILE SED-COMMAND
  cp "$scratch/magick/$1" "$scratch/unedited"
  sed "$2" "$scratch/unedited" > "$scratch/magick/$1"
  ! cmp -s "$scratch/unedited" "$scratch/magick/$1" || { echo "$1 does not have what is edited: $2"; exit 1; }
}
edit enhance.h 's/\(NegateImage(Image\* image, const\) unsigned int/\1 float/'
edit fx.h 's/SolarizeImage/SolarizedImage/'
edit image_types.h 's/^  NorthGravity,$/  NorthGravity = 12,/'
edit image_types.h '/^typedef struct _FrameInfo {$/,/^}/s/^  long /  int /'
edit common.h 's/^#define MaxTextExtent .*/#define MaxTextExtent 99/'
"$abs_srcdir/scripts/compatibility" print "$scratch" > "$scratch/after"

status=0
expect() { # NAME VERDICT: the section of the verdict has the name now
  awk -v verdict="$2" '/^(Missing|There, but|The same)/ { now = $0 } index(now, verdict) == 1' "$scratch/after" |
    grep -q "\`$1\`" || { echo "$1 is not listed under: $2"; status=1; }
}
expect NegateImage 'There, but'
expect SolarizeImage Missing
expect GravityType 'There, but'
expect FrameInfo 'There, but'
expect MaxTextExtent 'There, but'
exit $status
