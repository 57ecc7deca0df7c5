// How the agreement suite calls the operations whose results are numbers.
#include "accel/work.hpp"
#include "magick/core/properties/numbers.hpp"
#include "tests/agreement/runners.hpp"

namespace lodestone::test {
namespace {

MagickAccelerateWork WorkOn(const Image* image, MagickAccelerateOperation operation) {
  MagickAccelerateWork work = accel::PlainWorkRecord(operation);
  work.channels = image->matte ? MagickAcceleratePlain : MagickAccelerateOpaque;
  return work;
}

Image* Count(const Image* image, const Case&, ExceptionInfo* exception) {
  return MakeNumbers(image, WorkOn(image, MagickAccelerateHistogram), "[%s]", exception);
}

// Colours that all, most, few or no pixels are like.
Image* FindBounds(const Image* image, const Case& c, ExceptionInfo* exception) {
  constexpr std::uint64_t kMost = MaxRGB;
  MagickAccelerateWork work = WorkOn(image, MagickAccelerateBounds);
  for (unsigned i = 0; i < 12; ++i)
    work.bounds.colors[i] = (c.variety * 1237 + i * 7919) % (MaxRGB + 1u);
  work.bounds.distance = kMost * kMost * (c.variety % 9) / 2;
  return MakeNumbers(image, work, "[%s]", exception);
}

}  // namespace

Operation CountingSamples() {
  return {Count, nullptr, true};
}

Operation FindingBounds() {
  return {FindBounds, nullptr, true};
}

}  // namespace lodestone::test
