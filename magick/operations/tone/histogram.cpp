#include "magick/operations/tone/histogram.hpp"

#include <algorithm>

#include "accel/dispatch/explain.hpp"
#include "accel/work.hpp"
#include "magick/core/properties/numbers.hpp"
#include "magick/operations/colorspace/in_place.hpp"

namespace lodestone {
namespace {

constexpr std::size_t kLevels = std::size_t{MaxRGB} + 1;
constexpr std::size_t kColors = 3, kAll = 4;

// Where the samples of Histogram are in memory.
constexpr std::size_t kPlaces[kAll] = {offsetof(PixelPacket, red) / sizeof(Quantum),
                                       offsetof(PixelPacket, green) / sizeof(Quantum),
                                       offsetof(PixelPacket, blue) / sizeof(Quantum),
                                       offsetof(PixelPacket, opacity) / sizeof(Quantum)};

// Adds the counts of a part of the image.
void Add(std::span<const std::uint32_t> part, std::size_t samples, Histogram* all) {
  for (std::size_t level = 0; level < kLevels; ++level)
    for (std::size_t s = 0; s < samples; ++s)
      (*all)[level][s] += part[level * samples + (samples == 1 ? 0 : kPlaces[s])];
}

}  // namespace

Histogram CountSamples(const Image* image, ExceptionInfo* exception) {
  MagickAccelerateWork work = accel::PlainWorkRecord(MagickAccelerateHistogram);
  work.channels = image->matte ? MagickAcceleratePlain : MagickAccelerateOpaque;
  ImageHolder made(MakeNumbers(image, work, "[%s] Building histogram...", exception));
  if (!made.get()) return {};
  // An explanation goes on with some histogram.
  if (accel::Explaining()) return Histogram(kLevels, {1, 1, 1, 1});
  const Numbers counts(made.release(), exception);
  if (counts.rows() == 0) return {};
  Histogram all(kLevels);
  for (std::size_t y = 0; y < counts.rows(); ++y) Add(counts.Row(y), counts.samples(), &all);
  return all;
}

MagickPassFail ChangeByHistogram(Image* image, const char* name, const char* text,
                                 const MakeTable& make) {
  const Histogram histogram = CountSamples(image, &image->exception);
  if (histogram.empty()) return MagickFail;
  const bool grey = HasGreySamples(image) && !image->matte;
  std::array<std::optional<PointTable>, kAll> tables;
  const std::size_t samples = grey ? 1 : image->matte ? kAll : kColors;
  for (std::size_t s = 0; s < samples; ++s) tables[s] = make(histogram, s);
  const auto used = [&](std::size_t s) { return tables[s] ? &*tables[s] : nullptr; };
  const PointRule rule =
      grey ? PointRule::ForColors(used(0)) : PointRule{used(0), used(1), used(2), used(3)};
  return rule.IsIdentity() ? MagickPass : ChangeSamples(image, name, rule, text);
}

}  // namespace lodestone
