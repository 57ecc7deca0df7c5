#!/bin/sh
# docs/index.html is what the documents say now; scripts/page notices a figure that changed, names a table that is
# gone or contradicts itself, and then leaves the page as it was.
set -eu

python3 -c 'import dataclasses, difflib, html, statistics' 2> /dev/null || { echo "python3 is not installed"; exit 77; }
"$abs_srcdir/scripts/page" check

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/scripts"
cp -R "$abs_srcdir/README.md" "$abs_srcdir/docs" "$scratch"
cp -R "$abs_srcdir/scripts/page" "$abs_srcdir/scripts/charts" "$scratch/scripts"
chmod -R u+w "$scratch"

status=0
# expect FILE SED-COMMAND TEXT: with the file so edited, the check fails and says the text.
expect() {
  cp "$scratch/$1" "$scratch/unedited"
  sed "$2" "$scratch/unedited" > "$scratch/$1"
  ! cmp -s "$scratch/unedited" "$scratch/$1" || { echo "$1 does not have what is edited: $2"; status=1; }
  if "$scratch/scripts/page" check > "$scratch/said" 2>&1; then
    echo "not noticed in $1: $2"
    status=1
  elif ! grep -qF -- "$3" "$scratch/said"; then
    echo "$1, $2: not said: $3"
    cat "$scratch/said"
    status=1
  fi
  cp "$scratch/unedited" "$scratch/$1"
}
expect docs/performance/cpu.md '/^### 16 bits, 1 thread/,/^| Lanczos/s/24\.6/1234/' 1234
expect docs/performance/cpu-amd.md '/^### 8 bits, 1 thread/d' 'page: docs/performance/cpu-amd.md: no heading "8 bits, 1 thread"'
expect docs/performance/gpu.md 's/^| scale to 25% | 1123 | 810 | 505 |/| scale to 25% | 1123 | 810 | 57 |/' \
  'page: docs/performance/gpu.md, NVIDIA H100: "scale to 25%": first calls should take longer than later ones'
expect docs/conformance/list-2.txt '2d' 'page: docs/conformance/list-2.txt: its first line says another number of cases'
expect docs/conformance.md 's/^| s390x.*/| s390x | equal |/' 'page: docs/conformance.md: the row s390x has 2 cells'
expect docs/reliability.md 's/^| hostile files .*/| hostile files | 25,000 | 24,999 | 1 |/' '1 lost'
expect docs/reliability.md 's/torture full BUILD/torture/' \
  'page: docs/reliability.md: does not state the command scripts/torture full BUILD'

printf changed >> "$scratch/docs/index.html"
"$scratch/scripts/page"
cmp "$abs_srcdir/docs/index.html" "$scratch/docs/index.html" || status=1
rm "$scratch/docs/conformance.md"
! "$scratch/scripts/page" 2> "$scratch/said" || { echo "a document is missing, and scripts/page does without"; status=1; }
grep -qx 'page: docs/conformance.md: No such file or directory' "$scratch/said" || { cat "$scratch/said"; status=1; }
cmp "$abs_srcdir/docs/index.html" "$scratch/docs/index.html" || status=1
[ ! -e "$scratch/docs/index.tmp" ] || { echo "index.tmp was left"; status=1; }
exit $status
