#!/bin/sh
# scripts/ptx.awk finds what could change results, and the CUDA module's programs have nothing of it.
# Every kernel that scripts/registers.awk names has its limit there.
set -eu

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
awk=${AWK:-awk}

takes() {
  printf '.visible .entry Kernel(\n{\n\t%s\n\tret;\n}\n' "$1" > "$scratch/ptx"
  "$awk" -f "$abs_srcdir/scripts/ptx.awk" "$scratch/ptx" > "$scratch/message"
}
for fine in 'add.rn.f32 %f3, %f1, %f2;' '@%p1 fma.rn.f32 %f4, %f1, %f2, %f3;' 'div.rn.f32 %f3, %f1, %f2;' \
  'mul.lo.s32 %r3, %r1, %r2;' 'max.f32 %f3, %f1, %f2;' 'atom.shared.add.u32 %r1, [%r2], 1;' \
  'mov.f32 %f1, 0f3F800000;' 'cvt.rzi.u32.f32 %r1, %f1;' 'mul.wide.u32 %rd1, %r1, -2147483648;' \
  'mul.wide.s32 %rd1, %r1, -32768;'; do
  takes "$fine" || { echo "refused: $fine"; cat "$scratch/message"; exit 1; }
done
for wrong in 'add.f32 %f3, %f1, %f2;' '@!%p1 mul.f64 %d3, %d1, %d2;' 'fma.rz.f32 %f4, %f1, %f2, %f3;' \
  'mul.rn.ftz.f32 %f3, %f1, %f2;' 'div.full.f32 %f3, %f1, %f2;' 'sqrt.approx.f32 %f2, %f1;' \
  'cvt.rzi.ftz.u32.f32 %r1, %f1;' 'sin.approx.f32 %f2, %f1;' 'atom.global.add.f32 %f2, [%rd1], %f1;' \
  'mul.wide.s32 %rd1, %r1, -2147483648;' '@%p1 mad.wide.s32 %rd1, %r1, -2147483648, %rd2;'; do
  if takes "$wrong"; then echo "accepted: $wrong"; exit 1; fi
  grep -qF "$wrong" "$scratch/message" || { cat "$scratch/message"; exit 1; }
done

programs=$LODESTONE_BUILD_DIR/accel/gpu/cuda/programs
[ -e "$programs/archive" ] || { echo "this build has no CUDA module"; exit 77; }
while read -r key rest; do
  gzip -dc "$programs/$key.ptx.gz" > "$scratch/ptx"
  "$awk" '/^\.visible \.entry / { kernel = $3 } $1 == ".maxnreg" { sub(/\(.*/, "", kernel); print kernel, $2 }' "$scratch/ptx" >> "$scratch/limited"
  "$awk" -f "$abs_srcdir/scripts/ptx.awk" "$scratch/ptx" || { echo "of $rest"; exit 1; }
  # The assembler reads more closely than any driver.
  [ -z "${PTXAS:-}" ] || "$PTXAS" -arch=sm_75 -O0 -o "$scratch/cubin" "$scratch/ptx" || { echo "of $rest"; exit 1; }
done < "$programs/list"
tr '=' '\n' < "$abs_srcdir/scripts/registers.awk" | sed -n 's/.*most\["\(.*\)"\].*/\1/p' | sort -u > "$scratch/named"
cut -d ' ' -f 1 "$scratch/limited" | sort -u | cmp - "$scratch/named" || { echo "limits of registers that no kernel has"; exit 1; }
[ -n "${PTXAS:-}" ] || { echo "ptxas is missing"; exit 77; }
