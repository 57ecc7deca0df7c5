#include <cstdio>

#include "magick/version.h"

int main() {
  std::puts(GetMagickVersion(nullptr));
  return 0;
}
