#include "magick/version.h"

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

}  // extern "C"
