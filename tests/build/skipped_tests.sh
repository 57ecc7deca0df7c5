#!/bin/sh
# Skipped tests are named, with their reasons, from logs and results of GoogleTest.
set -eu

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cat > "$scratch/a.log" << 'END'
[ RUN      ] Lab.Runs
lab_test.cpp:24: Skipped
no OpenCL device
[  SKIPPED ] Lab.Runs (5 ms)
[ RUN      ] Lab.Measures
[       OK ] Lab.Measures (1 ms)
[ RUN      ] All/Formats.Reads/0
formats_test.cpp:9: Skipped
no corpus
[  SKIPPED ] All/Formats.Reads/0, where GetParam() = "x" (0 ms)
[ RUN      ] Lab.Ends
lab_test.cpp:30: Skipped
no OpenCL device
[  SKIPPED ] Lab.Ends (0 ms)
[  SKIPPED ] 3 tests, listed below:
[  SKIPPED ] Lab.Runs
END
cat > "$scratch/a.json" << 'END'
          "name": "DISABLED_Child",
          "status": "NOTRUN",
          "classname": "Fork"
          "name": "Runs",
          "status": "RUN",
          "classname": "Lab"
END
tests=$abs_srcdir/scripts/skipped-tests
"$tests" found "$scratch/a.log" "$scratch/a.json" > "$scratch/skipped"
"$tests" found "$scratch/a.log" >> "$scratch/skipped"  # of another build
"$tests" list "$scratch/skipped" > "$scratch/listed"
diff -u - "$scratch/listed" << 'END'
skipped, no OpenCL device (2):
    Lab.Ends Lab.Runs
skipped, no corpus (1):
    All/Formats.Reads/0
skipped, other tests run it (1):
    Fork.DISABLED_Child
END
