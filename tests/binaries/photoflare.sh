# PhotoFlare, which needs a display: only what it imports is looked at.
binary="PhotoFlare"
packages="photoflare"
elf="/usr/bin/photoflare"
suite="imports alone: it needs a display"
