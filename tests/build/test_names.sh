#!/bin/sh
# Tests that were skipped or failed are named from logs and results of GoogleTest.
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
[ RUN      ] All/Formats.Writes/1
formats_test.cpp:30: Failure
[  FAILED  ] All/Formats.Writes/1, where GetParam() = "y" (3 ms)
[ RUN      ] Lab.Stops
[  FAILED  ] Lab.Stops (0 ms)
[  SKIPPED ] 3 tests, listed below:
[  SKIPPED ] Lab.Runs
[  FAILED  ] 2 tests, listed below:
[  FAILED  ] Lab.Stops
END
cat > "$scratch/a.json" << 'END'
          "name": "DISABLED_Child",
          "status": "NOTRUN",
          "classname": "Fork"
          "name": "Runs",
          "status": "RUN",
          "classname": "Lab"
END
tests=$abs_srcdir/scripts/test-names
"$tests" found q16 "$scratch/a.log" "$scratch/a.json" > "$scratch/names"
"$tests" found q8 "$scratch/a.log" >> "$scratch/names"
"$tests" list "$scratch/names" > "$scratch/listed"
diff -u - "$scratch/listed" << 'END'
skipped, other tests run it (1):
    Fork.DISABLED_Child
skipped, no corpus (1):
    All/Formats.Reads/0
skipped, no OpenCL device (2):
    Lab.Ends Lab.Runs
failed, q8 (2):
    All/Formats.Writes/1 Lab.Stops
failed, q16 (2):
    All/Formats.Writes/1 Lab.Stops
END
"$tests" said q8 "$scratch/a.log" > "$scratch/said"
diff -u - "$scratch/said" << 'END'
q8 All/Formats.Writes/1:
    formats_test.cpp:30: Failure
q8 Lab.Stops:
END
