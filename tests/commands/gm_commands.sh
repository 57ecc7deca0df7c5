#!/bin/sh
# Hundreds of command lines, run through gm and through lodestone, do the same: see cases.txt.
set -u

gm=$(command -v gm) || { echo "skipped: gm is not installed (Debian: graphicsmagick)"; exit 77; }
command -v python3 > /dev/null || { echo "skipped: python3 is not installed"; exit 77; }
"$LODESTONE_PROGRAM" version | grep -q ' Q16 ' ||
  { echo "skipped: gm here has 16 bits a sample, this build 8"; exit 77; }

export PYTHONDONTWRITEBYTECODE=1
exec python3 "$abs_srcdir/tests/commands/gm_commands.py" "$gm" "$LODESTONE_PROGRAM"
