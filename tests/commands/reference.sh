#!/bin/sh
# Manual pages and completion say all that the program and the headers do: every command, option and exported
# function, in pages without warnings from groff; zsh and fish offer what they should, where they are installed.
# (bash: tests/utilities/completion_test.cpp.)
set -u

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0
fail() { echo "$*"; status=1; }

for command in $("$LODESTONE_PROGRAM" help | sed -n '/not in this build/d; s/^ *\([a-z]*\) - .*/\1/p'); do
  page=docs/man/lodestone-$command.1
  # The lab is only there with OpenCL.
  "$LODESTONE_PROGRAM" help "$command" > "$scratch/help" 2>&1 || [ "$command" != lab ] || continue
  [ -s "$page" ] || { fail "there is no $page"; continue; }
  shown=$(grep -c -E '^ {1,2}-[a-z]' "$scratch/help")
  told=$(grep -c -E '^\.BI? "?\\-[a-z]' "$page")
  [ "$shown" = "$told" ] || fail "$page has $told options, lodestone help $command $shown"
done

# A library has the symbol of its own depth alone; the headers have both.
depth=MagickLibraryIsQ
sed -n "s/^    \([A-Za-z_][A-Za-z0-9_]*\);\$/\1/p" magick/lodestone.map wand/lodestone-wand.map | grep -v "^$depth" | sort \
  > "$scratch/exported"
for page in docs/man/lodestone-*.3; do
  sed -n '/^\.SH NAME/,/^\.SH SYNOPSIS/p' "$page" | sed -n '2s/ \\- .*//p' | tr -d ' ' | tr , '\n'
done | grep -v "^$depth" | sort > "$scratch/described"
[ "$(wc -l < "$scratch/exported")" -gt 1000 ] || fail "the maps export too little"
diff "$scratch/exported" "$scratch/described" > "$scratch/difference" ||
  fail "exported (<) and described in docs/man (>) are: $(head -n 20 "$scratch/difference")"

if command -v groff > "$scratch/groff"; then
  for page in docs/man/*.[13] "$abs_srcdir"/docs/*.[13]; do
    warnings=$(groff -man -Tutf8 -ww "$page" 2>&1 > "$scratch/page")
    [ -z "$warnings" ] || fail "$page: $warnings"
  done
fi

# offered SHELL COMMAND...: fails unless the output of a shell is the text on standard input.
offered() {
  cat > "$scratch/wanted"
  "$@" > "$scratch/offered" 2>&1
  diff "$scratch/wanted" "$scratch/offered" || fail "offered (>) is not what was wanted (<) by: $*"
}
file=$PWD/docs/completion
if command -v bash > "$scratch/bash"; then offered bash -n "$file/lodestone.bash" < /dev/null; fi
if command -v fish > "$scratch/fish"; then
  for line in 'comp' 'help mont' 'convert in.ppm -thu' 'composite +dith' 'composite -ste' 'convert -stegan' 'events tr'; do
    echo "complete -C 'lodestone $line' | string replace -r '\t.*' ''"
  done > "$scratch/lines"
  cd "$scratch" && HOME=$scratch offered fish --no-config -c ". $file/lodestone.fish; . $scratch/lines" << END
compare
composite
montage
-thumbnail
+dither
-stegano
-stereo
trace
END
fi
# zsh completes within its line editor alone: what the function would describe is printed instead.
if command -v zsh > "$scratch/zsh"; then
  offered zsh -n "$file/_lodestone" < /dev/null
  cat > "$scratch/try.zsh" << 'END'
_describe() { local name=$argv[-1]; print -l -- ${${(P)name}%%:*} | grep -e "^$PREFIX" }
_files() { print files }
try() { words=(lodestone "$@"); CURRENT=$#words; PREFIX=$words[-1]; _lodestone }
source $1 > /dev/null
try comp
try help mont
try convert in.ppm -thu
try composite +dith
try convert -stegan
try events tr
END
  offered zsh -f "$scratch/try.zsh" "$file/_lodestone" << END
compare
composite
montage
files
-thumbnail
+dither
trace
files
END
fi
exit $status
