#!/bin/sh
# The release that configure.ac states is the one that the header, the manual, the change logs and the packages state.
set -eu

release=$(sed -n 's/^#define PACKAGE_VERSION "\(.*\)"$/\1/p' config.h)
status=0
[ -n "$release" ] || { echo "config.h states no release"; status=1; }
expect() { # FILE LINE
  grep -qF -- "$2" "$abs_srcdir/$1" || { echo "$1 has no line with: $2"; status=1; }
}
expect magick/version.h "#define LODESTONE_VERSION \"$release\""
gm_release=$(sed -n 's/^AC_SUBST(\[GRAPHICSMAGICK_RELEASE\], \[\(.*\)\])$/\1/p' "$abs_srcdir/configure.ac")
expect magick/version.h "#define MagickLibVersionText \"$gm_release\""
for page in lodestone.1 lodestone-events.3; do expect "docs/$page" "\"Lodestone $release\""; done
expect python/pyproject.toml "version = \"$release\""
expect docs/versioning.md "release, \`$release\`"
case $(head -n 1 "$abs_srcdir/packaging/debian/changelog") in "lodestone ($release-"*) ;;
  *) echo "packaging/debian/changelog does not begin with $release"; status=1 ;;
esac
expect packaging/lodestone.spec "Version:        $release"
expect packaging/vcpkg/vcpkg.json "\"version\": \"$release\""
grep -qE "^## \[(Unreleased\] )?$release(\]| |\$)" "$abs_srcdir/CHANGELOG.md" ||
  { echo "CHANGELOG.md has no section for $release"; status=1; }

day=$(sed -n 's/^#define MagickReleaseDate "\(.*\)"$/\1/p' "$abs_srcdir/magick/version.h")
expect magick/version.h "#define MagickChangeDate \"$(echo "$day" | tr -d -)\""
exit $status
