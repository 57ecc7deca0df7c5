#!/bin/sh
# Prints where GraphicsMagick's source package is unpacked; fails without a word if it cannot be fetched.
# LODESTONE_GM_SOURCE names an unpacked one; otherwise it comes from the Debian archive into FOLDER, where it is
# found the next time.
#
#   gm_source.sh FOLDER
set -u

if [ -n "${LODESTONE_GM_SOURCE:-}" ]; then
  echo "$LODESTONE_GM_SOURCE"
  exit 0
fi
mkdir -p "$1" && cd "$1" || exit 1

# apt-get with a list of sources of its own: that of the machine, for source packages.
fetch() {
  mkdir -p lists/partial archives/partial parts
  sed -n 's/^deb /deb-src /p' /etc/apt/sources.list 2> /dev/null > sources.list
  for file in /etc/apt/sources.list.d/*.sources; do
    grep -q debian.org "$file" && sed 's/^Types:.*/Types: deb-src/' "$file" > "parts/$(basename "$file")"
  done 2> /dev/null
  set -- -qq -o "Dir::Etc::SourceList=$PWD/sources.list" -o "Dir::Etc::SourceParts=$PWD/parts" \
    -o "Dir::State::Lists=$PWD/lists" -o "Dir::Cache=$PWD" -o "APT::Sandbox::User=$(id -un)" \
    -o Acquire::Retries=1 -o Acquire::http::Timeout=20
  timeout 100 apt-get "$@" update && timeout 100 apt-get "$@" source --download-only graphicsmagick
}
unpacked() { find "$PWD" -maxdepth 1 -iname 'graphicsmagick-*' -type d | grep .; }
unpacked || { fetch > fetch.log 2>&1 && tar -xJf graphicsmagick_*.orig.tar.xz && unpacked; }
