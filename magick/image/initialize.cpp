// Starting and stopping the library. Both are optional.
#include "accel/accelerate.h"
#include "magick/core/temporary_file.hpp"
#include "magick/delegate.h"
#include "magick/image.h"
#include "magick/image/registry.hpp"
#include "magick/log/log_output.hpp"
#include "magick/magick.h"
#include "magick/memory.h"
#include "magick/resource.h"
#include "magick/utility.h"

MagickPassFail InitializeMagickEx(const char* path, unsigned int, ExceptionInfo* exception) {
  if (path != nullptr && *path != '\0') DefineClientPathAndName(path);
  InitializeMagickResources();
  GetMagickInfo("PNG", exception);  // registers the built-in formats
  return MagickPass;
}

void InitializeMagick(const char* path) {
  InitializeMagickEx(path, 0, nullptr);
}

void DestroyMagick(void) {
  lodestone::ClearMagickRegistry();
  DestroyDelegateInfo();
  lodestone::RemoveTemporaryFiles();
  lodestone::CloseLog();
  MagickAccelerateShutdown();
  MagickTrimMemory();
}

void PanicDestroyMagick(void) {
  lodestone::RemoveTemporaryFilesInSignal();
}

#if QuantumDepth == 8
void MagickLibraryIsQ8(void) {}
#else
void MagickLibraryIsQ16(void) {}
#endif
