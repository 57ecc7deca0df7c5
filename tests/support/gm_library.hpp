// The real GraphicsMagick's C library as an oracle, where it is installed. Its structures have the
// layout of ours at 16 bits per sample, so that images convert directly.
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include "magick/api.h"

namespace lodestone::test {

class GmLibrary {
 public:
  // nullptr: not installed, or another quantum depth than this build's.
  static void* Handle() {
    static void* const handle = Open();
    return handle;
  }

  // The library's own function of this name; `like` only gives the type.
  template <typename Function>
  static Function* Find(const char* name, Function* like) {
    (void)like;
    return reinterpret_cast<Function*>(dlsym(Handle(), name));
  }

 private:
  static void* Open() {
    if (QuantumDepth != 16) return nullptr;
    // Its OpenMP threads would spin between the many small calls of the tests.
    setenv("OMP_WAIT_POLICY", "passive", 0);
    void* handle = dlopen("libGraphicsMagick-Q16.so.3", RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) return nullptr;
    void* start = dlsym(handle, "InitializeMagick");
    reinterpret_cast<void (*)(const char*)>(start)(nullptr);
    return handle;
  }
};

}  // namespace lodestone::test

// GM(GetGeometry)(...) calls GraphicsMagick's function.
#define GM(name) (::lodestone::test::GmLibrary::Find(#name, &::name))

#define SKIP_WITHOUT_GM_LIBRARY()                                                           \
  if (::lodestone::test::GmLibrary::Handle() == nullptr)                                    \
  GTEST_SKIP() << "GraphicsMagick's library is not installed at 16 bits a sample (Debian: " \
                  "libgraphicsmagick-q16-3)"
