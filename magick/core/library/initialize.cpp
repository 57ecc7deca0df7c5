// Starting and stopping the library. Both are optional.
#include "accel/accelerate.h"
#include "accel/mode.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/resources/pixel_pool.hpp"
#include "magick/core/calls/recent_plans.hpp"
#include "magick/core/resources/resource_defaults.hpp"
#include "magick/core/paths/temporary_file.hpp"
#include "magick/delegate.h"
#include "magick/image.h"
#include "magick/core/image/registry.hpp"
#include "magick/core/log/log_output.hpp"
#include "magick/magick.h"
#include "magick/memory.h"
#include "magick/resource.h"
#include "magick/utility.h"

namespace {

// As with limits: the value is ignored, and the caller is told.
void CheckAccelerationVariables(ExceptionInfo* exception) {
  if (const auto found = lodestone::accel::FindUnreadableVariable())
    lodestone::Throw(exception, OptionError, found->problem.c_str(), found->assignment.c_str());
}

}  // namespace

MagickPassFail InitializeMagickEx(const char* path, unsigned int, ExceptionInfo* exception) {
  return lodestone::Guard(exception, MagickFail, [&] {
    if (path != nullptr && *path != '\0') DefineClientPathAndName(path);
    if (lodestone::CheckLimitVariables(exception)) CheckAccelerationVariables(exception);
    GetMagickInfo("PNG", exception);  // registers the built-in formats
    return MagickPass;
  });
}

void InitializeMagick(const char* path) {
  InitializeMagickEx(path, 0, nullptr);
}

void MagickTrimMemory(void) {
  lodestone::PixelPool::Get().Trim();
  lodestone::ForgetPlans();
}

// What lacks memory to tidy up has not been used.
void DestroyMagick(void) {
  for (void (*const end)() :
       {lodestone::ClearMagickRegistry, DestroyDelegateInfo, lodestone::RemoveTemporaryFiles,
        DestroyMagickResources, lodestone::CloseLog, MagickAccelerateShutdown, MagickTrimMemory})
    lodestone::Guard(nullptr, end);
}

void PanicDestroyMagick(void) {
  lodestone::RemoveTemporaryFilesInSignal();
}
