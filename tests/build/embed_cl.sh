#!/bin/sh
# scripts/embed_cl expands includes, keeps original line numbers, and rejects unsupported input.
set -eu

embed=$abs_srcdir/scripts/embed_cl
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/kernels/common"
printf 'int common;\n' > "$scratch/kernels/common/a.h"
printf 'int one;\n#include "kernels/common/a.h"\nint three;\n' > "$scratch/kernels/k.cl"
printf '#include "kernels/loop.cl"\n' > "$scratch/kernels/loop.cl"
printf '#include "kernels/none.h"\n' > "$scratch/kernels/missing.cl"

cat > "$scratch/expected" <<'END'
R"LS_CL(#line 1 "kernels/k.cl"
int one;
#line 1 "kernels/common/a.h"
int common;
#line 3 "kernels/k.cl"
int three;
)LS_CL"
END
"$embed" "$scratch" kernels/k.cl | diff -u "$scratch/expected" -

for broken in loop missing; do
  if "$embed" "$scratch" kernels/$broken.cl > "$scratch/out" 2> "$scratch/message"; then
    echo "embed_cl accepted kernels/$broken.cl"
    exit 1
  fi
  grep -q "kernels/$broken.cl:1" "$scratch/message" || { cat "$scratch/message"; exit 1; }
done
