# PhotoQt, which needs a display: only what it imports is looked at.
binary="PhotoQt"
packages="photoqt"
elf="/usr/bin/photoqt"
suite="imports alone: it needs a display"
