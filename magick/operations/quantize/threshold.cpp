// Pixels or samples to black and white.
#include <algorithm>
#include <array>
#include <cstring>

#include "base/thread_pool.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/colormap.h"
#include "magick/effect.h"
#include "magick/operator.h"
#include "magick/pixel_cache.h"
#include "magick/core/pixels/pixel_masks.hpp"
#include "magick/core/strings/number_list.hpp"
#include "magick/operations/colorspace/point.hpp"

namespace lodestone {
namespace {

constexpr char kText[] = "[%s] Threshold...";

// A threshold for each of red, green, blue and opacity; negative: the samples stay.
using Thresholds = std::array<double, 4>;

Thresholds ParseThresholds(const char* text) {
  Thresholds thresholds{-1.0, -1.0, -1.0, -1.0};
  ParseNumbers(text, "/,%", thresholds);
  if (!std::strchr(text, '%')) return thresholds;
  for (double& threshold : thresholds) threshold *= MaxRGBDouble / 100.0;
  return thresholds;
}

PointTable StepTable(double threshold) {
  const Quantum last = RoundDoubleToQuantum(threshold);
  return MakePointTable(
      [last](Quantum value) -> double { return value <= last ? 0.0 : MaxRGBDouble; });
}

MagickPassFail ThresholdChannels(Image* image, const Thresholds& thresholds) {
  if (SetImageType(image, TrueColorType) == MagickFail) return MagickFail;
  std::array<PointTable, 4> tables;
  std::array<const PointTable*, 4> used{};
  for (std::size_t s = 0; s < tables.size(); ++s) {
    if (thresholds[s] < 0.0) continue;
    const auto same = std::find(thresholds.begin(), thresholds.end(), thresholds[s]);
    const auto first = static_cast<std::size_t>(same - thresholds.begin());
    if (first == s) tables[s] = StepTable(thresholds[s]);
    used[s] = &tables[first];
  }
  const PointRule rule{used[0], used[1], used[2], used[3]};
  if (rule.IsIdentity()) return MagickPass;
  const bool stays_grey =
      image->is_grayscale != MagickFalse && used[0] == used[1] && used[1] == used[2];
  const MagickPassFail status =
      ChangeSamples(image, "channel-threshold", rule, "[%s] Channel threshold...");
  if (status == MagickFail) return status;
  image->is_grayscale = stays_grey ? MagickTrue : MagickFalse;
  image->is_monochrome = stays_grey && used[0] ? MagickTrue : MagickFalse;
  return status;
}

bool IsBlackAndWhite(const Image* image) {
  const auto is = [](const PixelPacket& color, Quantum shade) {
    return color.red == shade && color.green == shade && color.blue == shade;
  };
  return image->storage_class == PseudoClass && image->colors == 2 && is(image->colormap[0], 0) &&
         is(image->colormap[1], MaxRGB);
}

// The palette of the result is black and white, so that its pixels say what their indexes are.
MagickPassFail IndexBlackAndWhite(Image* image) {
  if (!AllocateImageColormap(image, 2)) return MagickFail;
  PixelPacket* pixels =
      GetImagePixelsEx(image, 0, 0, image->columns, image->rows, &image->exception);
  if (!pixels) return MagickFail;
  IndexPacket* indexes = AccessMutableIndexes(image);
  if (!indexes) return MagickFail;
  const std::size_t columns = image->columns;
  accel::ParallelBands(image->rows, accel::RowsPerTask(columns),
                       [&](std::size_t begin, std::size_t end) {
                         for (std::size_t i = begin * columns; i < end * columns; ++i)
                           indexes[i] = pixels[i].red != 0;
                       });
  return SyncImagePixelsEx(image, &image->exception);
}

MagickPassFail ThresholdPackets(Image* image, const PointRule& rule) {
  if (ChangeSamples(image, "threshold", rule, kText) == MagickFail) return MagickFail;
  // Masks may have kept other colours.
  return HasMasks(image) ? MagickPass : IndexBlackAndWhite(image);
}

MagickPassFail ThresholdIntensity(Image* image, double threshold) {
  const Quantum last = RoundDoubleToQuantum(threshold);
  if (last == MaxRGB || !IsBlackAndWhite(image)) {
    const PointTable table = StepTable(threshold);
    PointRule rule = PointRule::ForColors(&table);
    rule.from_intensity = true;
    image->storage_class = DirectClass;
    const MagickPassFail status = HasOpacity(image)
                                      ? ThresholdPackets(image, rule)
                                      : ChangeSamplesToGrey(image, "threshold", rule, 2, kText);
    if (status == MagickFail) return MagickFail;
  }
  RecordGreyness(image, true, true);
  return MagickPass;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail BlackThresholdImage(Image* image, const char* thresholds) {
  return QuantumOperatorImageMultivalue(image, ThresholdBlackQuantumOp, thresholds);
}

MagickPassFail WhiteThresholdImage(Image* image, const char* thresholds) {
  return QuantumOperatorImageMultivalue(image, ThresholdWhiteQuantumOp, thresholds);
}

MagickPassFail ChannelThresholdImage(Image* image, const char* threshold) {
  if (!image || !threshold) return MagickFail;
  return Guard(&image->exception, MagickFail,
               [&] { return ThresholdChannels(image, ParseThresholds(threshold)); });
}

MagickPassFail ThresholdImage(Image* image, const double threshold) {
  if (!image) return MagickFail;
  return Guard(&image->exception, MagickFail, [&]() -> MagickPassFail {
    if (!AreFinite({{"threshold", threshold}}, "Unable to threshold image", &image->exception))
      return MagickFail;
    return ThresholdIntensity(image, threshold);
  });
}
