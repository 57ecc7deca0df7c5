#!/bin/sh
# scripts/release makes what docs/releasing.md says, signed by a key that is thrown away: release.sh BUILD
set -eu

build=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
GNUPGHOME=$scratch/keys
export GNUPGHOME
# Only the agent of this folder.
trap 'gpgconf --kill gpg-agent || :; rm -rf "$scratch"' EXIT
mkdir -m 700 "$GNUPGHOME"
fail() { echo "release.sh: $*"; exit 1; }

if "$here/scripts/release" -draft -build "$build" -key nobody@example.org "$scratch/none" > "$scratch/log" 2>&1; then
  fail "a release without its key"
fi
grep -q 'no secret key nobody@example.org' "$scratch/log" || fail "$(cat "$scratch/log")"

gpg --batch --quiet --passphrase '' --quick-generate-key 'Release test <test@example.org>' ed25519 sign 1d
"$here/scripts/release" -draft -build "$build" -key test@example.org "$scratch/first" > "$scratch/log" 2>&1 ||
  fail "$(tail -n 20 "$scratch/log")"
cd "$scratch/first"
tarball=$(ls lodestone-*.tar.gz)
sha256sum --quiet -c SHA256SUMS
[ "$(wc -l < SHA256SUMS)" = 2 ] || fail "SHA256SUMS: $(cat SHA256SUMS)"
for file in "$tarball" SHA256SUMS; do
  gpg --batch --quiet --verify "$file.asc" "$file" 2> "$scratch/log" || fail "$(cat "$scratch/log")"
done
printf x >> "$tarball"
if gpg --batch --quiet --verify "$tarball.asc" "$tarball" 2> "$scratch/log"; then fail "a changed tarball is valid"; fi
for file in configure configure.ac docs/releasing.md LICENSES/MIT.txt .reuse/dep5; do
  tar -tzf "$tarball" 2> "$scratch/log" | grep -q "^[^/]*/$file\$" || fail "the tarball has no $file"
done

# Again, and without a key: the same bytes.
"$here/scripts/release" -draft -build "$build" "$scratch/second" > "$scratch/log" 2>&1 || fail "$(tail -n 20 "$scratch/log")"
cmp "$scratch/first/SHA256SUMS" "$scratch/second/SHA256SUMS" || fail "two releases of one tree differ"
[ ! -e "$scratch/second/SHA256SUMS.asc" ] || fail "a signature without a key"
if "$here/scripts/release" -draft -build "$build" "$scratch/second" > "$scratch/log" 2>&1; then fail "it was overwritten"; fi
ls "$scratch"/*.new* > "$scratch/left" 2>&1 && fail "left behind: $(cat "$scratch/left")"
echo "release.sh: passed"
