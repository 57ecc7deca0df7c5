#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>

#include "base/thread_pool.hpp"
#include "coders/common/registration.hpp"
#include "coders/jxl/jxl.hpp"
#include "magick/resource.h"

namespace lodestone::coders {
namespace {

// Before each block, its size.
constexpr std::size_t kSizeBytes = alignof(std::max_align_t);

void* Allocate(void*, std::size_t bytes) {
  if (bytes > SIZE_MAX - kSizeBytes || AcquireMagickResource(MemoryResource, bytes) == MagickFail)
    return nullptr;
  auto* const block = static_cast<unsigned char*>(std::malloc(kSizeBytes + bytes));
  if (block == nullptr) {
    LiberateMagickResource(MemoryResource, bytes);
    return nullptr;
  }
  std::memcpy(block, &bytes, sizeof bytes);
  return block + kSizeBytes;
}

void Release(void*, void* address) {
  if (address == nullptr) return;
  auto* const block = static_cast<unsigned char*>(address) - kSizeBytes;
  std::size_t bytes;
  std::memcpy(&bytes, block, sizeof bytes);
  std::free(block);
  LiberateMagickResource(MemoryResource, bytes);
}

// A bare codestream, or a container.
unsigned int IsJxl(const unsigned char* magick, const std::size_t length) {
  constexpr unsigned char kContainer[] = {0, 0, 0, 12, 'J', 'X', 'L', ' ', '\r', '\n', 0x87, '\n'};
  if (length >= 2 && magick[0] == 0xff && magick[1] == 0x0a) return MagickTrue;
  return length >= sizeof kContainer && std::memcmp(magick, kContainer, sizeof kContainer) == 0
             ? MagickTrue
             : MagickFalse;
}

const char* Version() {
  static const std::string version = [] {
    const std::uint32_t number = JxlDecoderVersion();
    return "libjxl " + std::to_string(number / 1000000) + "." +
           std::to_string(number / 1000 % 1000) + "." + std::to_string(number % 1000);
  }();
  return version.c_str();
}

}  // namespace

const JxlMemoryManager* JxlLimitedMemory() {
  static constexpr JxlMemoryManager kManager = {nullptr, Allocate, Release};
  return &kManager;
}

JxlParallelRetCode JxlWorkers::Run(void* self, void* jxl, JxlParallelRunInit init,
                                   JxlParallelRunFunction function, std::uint32_t begin,
                                   std::uint32_t end) {
  auto& workers = *static_cast<JxlWorkers*>(self);
  if (begin >= end) return 0;
  const std::size_t threads = std::min<std::size_t>(accel::ThreadLimit(), end - begin);
  if (!workers.Report()) return -1;
  if (const JxlParallelRetCode failed = init(jxl, threads)) return failed;
  // Each task has a number of its own, as libjxl requires of what runs at the same time.
  std::atomic<std::uint32_t> next{begin};
  accel::ParallelBands(threads, 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t task = first; task < last; ++task) {
      for (std::uint32_t value = next++; value < end; value = next++) function(jxl, value, task);
    }
  });
  return workers.Report() ? 0 : -1;
}

bool JxlWorkers::Report() {
  try {
    if (!failure_ && report_) report_();
  } catch (...) {
    failure_ = std::current_exception();
  }
  return !failure_;
}

}  // namespace lodestone::coders

using namespace lodestone::coders;

LS_CODER_ENTRY(JXL) {
  FormatEntry entry{"JXL", "JPEG XL", "JXL", ReadJxl, WriteJxl, IsJxl};
  entry.adjoin = false;
  entry.version = Version();
  entry.traits = {"1 to 16, float", "yes", "animation (read)", "ICC, EXIF, XMP, orientation", ""};
  RegisterFormat(entry);
}
