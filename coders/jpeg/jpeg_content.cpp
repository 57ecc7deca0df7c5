#include "coders/jpeg/jpeg_content.hpp"

#include <algorithm>
#include <vector>

#include "base/owner.hpp"
#include "coders/common/coder.hpp"
#include "coders/common/samples.hpp"
#include "kernels/common/quantum.hpp"
#include "kernels/samples/samples_cpu.hpp"
#include "magick/core/calls/pixel_map.hpp"
#include "magick/core/pixels/grey_samples.hpp"
#include "magick/core/pixels/pixel_cache.hpp"

namespace lodestone::coders {
namespace {

// Differences between neighbours.
class Content {
 public:
  // `samples` bytes a pixel.
  void AddRow(const std::uint8_t* row, std::size_t columns, std::size_t samples) {
    const auto [plain, hard] = kernels::CountSteps(row, columns, samples, kPlain, kHard);
    plain_ += plain;
    hard_ += hard;
    if (columns > 1) pairs_ += columns - 1;
  }
  // Of photographs about a half is as plain, but then with fewer edges than one in a thousand.
  bool LooksDrawn() const {
    return pairs_ > 0 && plain_ >= pairs_ / 2 && hard_ >= pairs_ / 200 + 1;
  }

 private:
  static constexpr std::uint8_t kPlain = 1, kHard = 64;

  std::size_t pairs_ = 0, plain_ = 0, hard_ = 0;
};

bool LookAt(const Image* image, std::size_t step, ExceptionInfo* exception) {
  const GreySamples gray = GreySamples::Of(image, exception);
  const ConstPixels pixels = gray ? ConstPixels() : AllPixels(image, exception);
  const std::size_t per_pixel = gray ? 1 : kernels::kChannels;
  std::vector<std::uint8_t> bytes(image->columns * per_pixel);
  Content content;
  for (std::size_t y = 0; y < image->rows; y += step) {
    NarrowQuanta(gray ? gray.Row(y) : reinterpret_cast<const Quantum*>(pixels.Row(y)), bytes.size(),
                 bytes.data());
    content.AddRow(bytes.data(), image->columns, per_pixel);
  }
  return content.LooksDrawn();
}

}  // namespace

bool LooksDrawn(const Image* image, ExceptionInfo* exception) {
  constexpr std::size_t kRows = 64;  // enough to tell
  const std::size_t step = std::max<std::size_t>(image->rows / kRows, 1);
  if (image->cache->Hold()->device_pixels().in_host()) return LookAt(image, step, exception);
  // A device sends these rows alone.
  PixelMap map{Ascending(0, image->columns), {}};
  for (std::size_t y = 0; y < image->rows; y += step)
    map.rows.push_back(static_cast<std::uint32_t>(y));
  const Owner<Image, DestroyImage> rows(MapPixels(image, map, "[%s] Looking", exception));
  if (!rows) FailAfter(exception, CoderError, "Unable to get pixels");
  return LookAt(rows.get(), 1, exception);
}

}  // namespace lodestone::coders
