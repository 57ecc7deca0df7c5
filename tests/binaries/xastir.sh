# Xastir, which needs a display: only what it imports is looked at.
binary="Xastir"
packages="xastir"
elf="/usr/bin/xastir"
suite="imports alone: it needs a display"
