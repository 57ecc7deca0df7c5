#include "tests/fuzz/targets.hpp"

#include <cstdlib>
#include <iterator>

#include "accel/accelerate.h"
#include "magick/api.h"

namespace lodestone::fuzz {
namespace {

// Of the targets, only plans are read by the library.
MagickPassFail Deny(const ConfirmAccessMode, const char* path, ExceptionInfo* exception) {
  if (std::string(path).ends_with("/plan/plan.json")) return MagickPass;
  ThrowException(exception, FileOpenError, "Access is denied", path);
  return MagickFail;
}

void Ignore(const ExceptionType, const char*, const char*) {}

}  // namespace

void Prepare() {
  setenv("MAGICK_ACCELERATE", "off", 1);
  setenv("OMP_NUM_THREADS", "1", 1);
  InitializeMagick(nullptr);
  MagickAccelerateSetMode(MagickAccelerateOff);
  constexpr std::pair<ResourceType, magick_int64_t> kLimits[] = {
      {WidthResource, 2000},        {HeightResource, 2000}, {PixelsResource, 200000},
      {MemoryResource, 512L << 20}, {MapResource, 0},       {DiskResource, 0},
      {ReadResource, 16L << 20}};
  for (const auto& [type, limit] : kLimits) SetMagickResourceLimit(type, limit);
  SetWarningHandler(Ignore);
  SetErrorHandler(Ignore);
  MagickSetConfirmAccessHandler(Deny);
}

std::vector<Target> Targets() {
  std::vector<Target> all;
  for (const auto& part : {CoderTargets, TextTargets, ProfileTargets, OwnFileTargets}) {
    std::vector<Target> some = part();
    std::move(some.begin(), some.end(), std::back_inserter(all));
  }
  return all;
}

Bytes BytesOf(const std::string& text) {
  return Bytes(text.begin(), text.end());
}

}  // namespace lodestone::fuzz
