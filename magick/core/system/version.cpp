#include "magick/version.h"

#include "magick/quantum.h"

extern "C" {

const char* GetMagickCopyright(void) {
  return MagickCopyright;
}

const char* GetMagickVersion(unsigned long* version) {
  if (version != nullptr) *version = MagickLibVersion;
  return MagickVersion;
}

const char* GetMagickWebSite(void) {
  return MagickWebSite;
}

#if QuantumDepth == 8
void MagickLibraryIsQ8(void) {}
#else
void MagickLibraryIsQ16(void) {}
#endif

}  // extern "C"
