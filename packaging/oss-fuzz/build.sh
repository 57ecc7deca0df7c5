#!/bin/bash -eu
# The targets of tests/fuzz, with their seeds and dictionaries. The libraries of formats are those of the
# image; $OUT/lib takes them to where the targets run.
autoreconf -i
mkdir -p out/oss-fuzz
cd out/oss-fuzz
../../configure --disable-shared --disable-opencl --with-cpus=newer CPPFLAGS=-DHWY_COMPILE_ONLY_STATIC \
  LDFLAGS='-Wl,-rpath,\$$ORIGIN/lib'
make -j"$(nproc)" tests/fuzz/replay tests/fuzz/libfuzzer LIB_FUZZING_ENGINE="$LIB_FUZZING_ENGINE"

mkdir -p "$OUT/lib"
ldd tests/fuzz/libfuzzer | sed -n 's/.*=> \(\/[^ ]*\) .*/\1/p' | grep -v -E '/(libc|libm|libdl|libpthread|librt)\.so' |
  xargs -I {} cp -L {} "$OUT/lib/"
for name in $(tests/fuzz/replay list); do
  mkdir -p "seeds/$name"
  tests/fuzz/replay seeds "$name" "seeds/$name"
  (cd "seeds/$name" && zip -q "$OUT/${name}_seed_corpus.zip" ./*)
  tests/fuzz/replay words "$name" > "$OUT/$name.dict"
  cp tests/fuzz/libfuzzer "$OUT/$name"
done
