#!/bin/sh
# What GraphicsMagick's headers bring along, and programs use without including it, Lodestone's bring along too.
set -eu

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cat > "$scratch/client.c" <<'END'
static int Print(FILE* file, const char* format, ...) {
  va_list values;
  int count;
  va_start(values, format);
  count = vfprintf(file, format, values);
  va_end(values);
  return count;
}

int main(int argc, char** argv) {
  char* const text = (char*)malloc(64);
  time_t now = 0;
  ssize_t length;
  off_t offset = 0;
  pid_t process = 0;
  if (text == NULL || argc < 1) exit(EXIT_FAILURE);
  length = sprintf(text, "%s %ld", argv[0], (long)now + (long)offset + (long)process);
  (void)printf("%s %d %d\n", text, (int)length, abs(atoi(text)) + (int)strtol(text, NULL, 10));
  if (getenv("HOME") == NULL || Print(stderr, "%d\n", rand()) < 0) abort();
  free(text);
  return EXIT_SUCCESS;
}
END
failed=0
# compiles HEADER WHOSE LANGUAGE COMPILER...
compiles() {
  header=$1 whose=$2 language=$3
  shift 3
  { echo "#include <$header>"; cat "$scratch/client.c"; } |
    "$@" -Werror -x "$language" -fsyntax-only - > "$scratch/messages" 2>&1 && return
  echo "a program with $whose <$header> does not compile:"
  head -n 5 "$scratch/messages"
  failed=1
}
c="${CC:-cc} -Werror=implicit-function-declaration -Werror=implicit-int"
for header in magick/api.h wand/wand_api.h; do
  compiles "$header" Lodestone\'s c $c -I. -I"$abs_srcdir"
  compiles "$header" Lodestone\'s c++ ${CXX:-c++} -I. -I"$abs_srcdir"
done
# The program asks for no more than they give, either.
if flags=$(pkg-config --cflags GraphicsMagickWand 2> /dev/null); then
  for header in magick/api.h wand/wand_api.h; do compiles "$header" GraphicsMagick\'s c $c $flags; done
fi
exit $failed
