#!/bin/sh
# scripts/page makes the page of charts of what the documents say now, and names a table that is gone or contradicts
# itself; an earlier page then stays as it was.
set -eu

python3 -c 'import dataclasses, html, statistics' 2> /dev/null || { echo "python3 is not installed"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/scripts"
cp -R "$abs_srcdir/README.md" "$abs_srcdir/docs" "$scratch"
cp -R "$abs_srcdir/scripts/page" "$abs_srcdir/scripts/charts" "$scratch/scripts"
chmod -R u+w "$scratch"
page=$scratch/docs/index.html
"$scratch/scripts/page"
"$abs_srcdir/scripts/page" "$scratch/elsewhere.html"
cmp "$page" "$scratch/elsewhere.html"

status=0
# edited FILE SED-COMMAND: runs scripts/page with the file so edited.
edited() {
  cp "$scratch/$1" "$scratch/unedited"
  sed "$2" "$scratch/unedited" > "$scratch/$1"
  ! cmp -s "$scratch/unedited" "$scratch/$1" || { echo "$1 does not have what is edited: $2"; status=1; }
  made=0
  "$scratch/scripts/page" > "$scratch/said" 2>&1 || made=$?
  cp "$scratch/unedited" "$scratch/$1"
}
# expect FILE SED-COMMAND TEXT: it then fails, says the text, and leaves the page as it was.
expect() {
  edited "$1" "$2"
  if [ $made = 0 ]; then
    echo "not noticed in $1: $2"
    status=1
  elif ! grep -qF -- "$3" "$scratch/said"; then
    echo "$1, $2: not said: $3"
    cat "$scratch/said"
    status=1
  fi
  cmp "$scratch/elsewhere.html" "$page" || status=1
}
expect docs/performance/cpu-amd.md '/^### 8 bits, 1 thread/d' 'page: docs/performance/cpu-amd.md: no heading "8 bits, 1 thread"'
expect docs/performance/gpu.md 's/^| scale to 25% | 1123 | 810 | 505 |/| scale to 25% | 1123 | 810 | 57 |/' \
  'page: docs/performance/gpu.md, NVIDIA H100: "scale to 25%": first calls should take longer than later ones'
expect docs/conformance/list-3.txt '2d' 'page: docs/conformance/list-3.txt: its first line says another number of cases'
expect docs/conformance.md 's/^| x86-64 with SSE4.*/| x86-64 with SSE4 | equal |/' 'page: docs/conformance.md: the row x86-64 with SSE4 has 2 cells'
expect docs/reliability.md 's/torture full BUILD/torture/' \
  'page: docs/reliability.md: does not state the command scripts/torture full BUILD'
mv "$scratch/docs/conformance.md" "$scratch"
! "$scratch/scripts/page" 2> "$scratch/said" || { echo "a document is missing, and scripts/page does without"; status=1; }
grep -qx 'page: docs/conformance.md: No such file or directory' "$scratch/said" || { cat "$scratch/said"; status=1; }
cmp "$scratch/elsewhere.html" "$page" || status=1
mv "$scratch/conformance.md" "$scratch/docs"

# shows FILE SED-COMMAND TEXT: the page then has the text, and had not.
shows() {
  edited "$1" "$2"
  [ $made = 0 ] || { cat "$scratch/said"; status=1; }
  grep -qF -- "$3" "$page" || { echo "$1, $2: not shown: $3"; status=1; }
  ! grep -qF -- "$3" "$scratch/elsewhere.html" || { echo "shown before: $3"; status=1; }
}
shows docs/performance/cpu.md '/^### 16 bits, 1 thread/,/^| Lanczos/s/24\.6/1234/' 1234
shows docs/reliability.md 's/^| hostile files .*/| hostile files | 25,000 | 24,999 | 1 |/' '1 lost'
exit $status
