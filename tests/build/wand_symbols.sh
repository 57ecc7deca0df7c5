#!/bin/sh
# The Wand library exports every function that GraphicsMagick's exports, declared in its headers or not.
set -eu

folder=$(pkg-config --variable=libdir GraphicsMagickWand 2> /dev/null) && [ -e "$folder/libGraphicsMagickWand.so" ] || {
  echo "skipped: GraphicsMagick's Wand library is not installed"
  exit 77
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
${NM:-nm} -D --defined-only "$folder/libGraphicsMagickWand.so" | awk '$2 == "T" { print $3 }' |
  LC_ALL=C sort > "$scratch/theirs"
sed -n 's/^    \([A-Za-z0-9_]*\);$/\1/p' wand/lodestone-wand.map | LC_ALL=C sort > "$scratch/ours"
[ "$(wc -l < "$scratch/theirs")" -gt 300 ] || { echo "GraphicsMagick's Wand library exports nearly nothing"; exit 1; }
missing=$(LC_ALL=C comm -23 "$scratch/theirs" "$scratch/ours")
[ -z "$missing" ] || { echo "missing:" $missing; exit 1; }
