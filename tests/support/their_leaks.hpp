// GraphicsMagick's library does not free all glyphs that it draws, which is no error of ours.
#pragma once

#include "config.h"
#ifdef LS_WITH_ASAN
#include <sanitizer/lsan_interface.h>
#endif

namespace lodestone::test {

// What is allocated during its lifetime is no leak.
class TheirLeaks {
 public:
  TheirLeaks() { Set(true); }
  ~TheirLeaks() { Set(false); }
  TheirLeaks(const TheirLeaks&) = delete;
  TheirLeaks& operator=(const TheirLeaks&) = delete;

 private:
#ifdef LS_WITH_ASAN
  static void Set(bool theirs) {
    theirs ? __lsan_disable() : __lsan_enable();
  }
#else
  static void Set(bool) {}
#endif
};

}  // namespace lodestone::test
