// Starting and stopping the library. Both are optional.
#include "accel/accelerate.h"
#include "magick/error.hpp"
#include "magick/image.h"
#include "magick/log_output.hpp"
#include "magick/magick.h"
#include "magick/resource.h"
#include "magick/utility.h"
#include "magick/version.h"

// The header wraps these in macros that pass on what the program was compiled with.
#undef InitializeMagick
#undef InitializeMagickEx

namespace {

constexpr const char* kMismatch = "Program was compiled for another quantum depth than the library";

bool FitsLibrary(unsigned int options) {
  const unsigned int depth = options >> MAGICK_OPT_DEPTH_SHIFT & 0xff;
  return depth == 0 || depth == QuantumDepth;
}

}  // namespace

MagickPassFail InitializeMagickEx(const char* path, unsigned int options,
                                  ExceptionInfo* exception) {
  if (!FitsLibrary(options)) {
    if (exception == nullptr) {
      MagickFatalError(ConfigureFatalError, kMismatch, MagickQuantumDepth);
    }
    lodestone::Throw(exception, ConfigureFatalError, kMismatch, MagickQuantumDepth);
    return MagickFail;
  }
  if (path != nullptr && *path != '\0') DefineClientPathAndName(path);
  InitializeMagickResources();
  GetMagickInfo("*", exception);
  return MagickPass;
}

void InitializeMagick(const char* path) {
  InitializeMagickEx(path, 0, nullptr);
}

void DestroyMagick(void) {
  lodestone::CloseLog();
  MagickAccelerateShutdown();
}
