#!/bin/sh
# Prints where a source package of Debian is unpacked, without Debian's patches; fails without a word if it
# cannot be fetched. It comes from the Debian archive into FOLDER, where it is found the next time.
# LODESTONE_GM_SOURCE names an unpacked one of graphicsmagick.
#
#   debian_source.sh PACKAGE FOLDER
set -u

package=$1
if [ "$package" = graphicsmagick ] && [ -n "${LODESTONE_GM_SOURCE:-}" ]; then
  echo "$LODESTONE_GM_SOURCE"
  exit 0
fi
mkdir -p "$2" && cd "$2" || exit 1

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
  timeout 100 apt-get "$@" update && timeout 100 apt-get "$@" source --download-only "$package"
}
unpack() {
  rm -rf unpacking && mkdir unpacking && tar -xf "$package"_*.orig.tar.?z -C unpacking && mv unpacking unpacked
}
[ -d unpacked ] || { fetch > fetch.log 2>&1 && unpack; } || exit 1
find "$PWD/unpacked" -mindepth 1 -maxdepth 1 -type d | grep .
