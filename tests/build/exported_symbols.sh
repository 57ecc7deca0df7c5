#!/bin/sh
# scripts/exported_symbols finds every kind of declaration that is marked for export, and no other.
set -eu

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cat > "$scratch/api.h" <<'END'
#define PUBLIC __attribute__((visibility("default")))
#ifdef __cplusplus
extern "C" {
#endif
typedef int (*Handler)(const char *text, int (*nested)(int, int));
typedef struct Pair { int first, second; } Pair;
enum { kInside = 1 };
static inline int Inline(int x) { return x + 1; }
int Unmarked(void);
extern PUBLIC const char *First(void) __attribute__((__const__)), *Second(unsigned long *);
PUBLIC Handler SetHandler(Handler handler);
PUBLIC Pair MakePair(int a,
                     int b);
PUBLIC void Print(const char *format, ...) __attribute__((__format__(__printf__, 1, 2)));
extern PUBLIC const char *const kNames[4], *variable;
#ifndef SPECIAL
#define SPECIAL PUBLIC
#endif
extern SPECIAL int Third(void), *Fourth(int);
#ifdef __cplusplus
}
#endif
END
cat > "$scratch/expected" <<'END'
First
Fourth
MakePair
Print
Second
SetHandler
Third
kNames
variable
END
LC_ALL=C "$abs_srcdir/scripts/exported_symbols" "${CC:-cc} -E -P" "$scratch" "$scratch/api.h" |
  diff -u "$scratch/expected" -
printf '%s\n' 'VERSION_3 {' '  global:' '    Fourth;' '    Third;' '  local: *;' '};' > "$scratch/map"
LC_ALL=C "$abs_srcdir/scripts/exported_symbols" --macro SPECIAL --map VERSION_3 "${CC:-cc} -E -P" "$scratch" \
  "$scratch/api.h" | diff -u "$scratch/map" -
