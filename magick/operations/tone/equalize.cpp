#include <optional>

#include "magick/core/errors/barrier.hpp"
#include "magick/enhance.h"
#include "magick/operations/tone/histogram.hpp"

namespace lodestone {
namespace {

// The share of pixels that are no brighter, among those brighter than black, cut off.
std::optional<PointTable> EqualizingTable(const Histogram& histogram, std::size_t sample) {
  std::uint64_t all = 0;
  for (const auto& counts : histogram) all += counts[sample];
  const std::uint64_t black = histogram[0][sample];
  if (all == black) return std::nullopt;
  PointTable table(histogram.size());
  std::uint64_t below = 0;
  for (std::size_t level = 0; level < table.size(); ++level) {
    below += histogram[level][sample];
    table[level] = static_cast<Quantum>(MaxRGBDouble * static_cast<double>(below - black) /
                                        static_cast<double>(all - black));
  }
  return table;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail EqualizeImage(Image* image) {
  if (!image) return MagickFail;
  return Guard(&image->exception, MagickFail, [&] {
    return ChangeByHistogram(image, "equalize", "[%s] Applying histogram equalization...",
                             EqualizingTable);
  });
}
