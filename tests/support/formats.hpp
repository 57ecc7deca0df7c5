// Formats for tests, whose coders a build may lack.
#pragma once

#include <gtest/gtest.h>

#include "magick/api.h"

namespace lodestone::test {

// Whether this build reads and writes it.
inline bool HasFormat(const char* magick) {
  ExceptionInfo exception;
  GetExceptionInfo(&exception);
  const MagickInfo* format = GetMagickInfo(magick, &exception);
  DestroyExceptionInfo(&exception);
  return format != nullptr && format->decoder != nullptr && format->encoder != nullptr;
}

}  // namespace lodestone::test

#define SKIP_WITHOUT_FORMAT(magick)          \
  if (!::lodestone::test::HasFormat(magick)) \
  GTEST_SKIP() << "this build has no coder for " << magick
