#include "coders/xcf/xcf_compose.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <optional>

#include "base/checked_size.hpp"
#include "base/thread_pool.hpp"
#include "coders/common/linear_light.hpp"
#include "coders/xcf/xcf_compositor.hpp"

namespace lodestone::coders {
namespace {

std::size_t NestingOf(const std::vector<XcfLayer>& layers) {
  std::size_t most = 0;
  for (const XcfLayer& layer : layers)
    if (layer.group) most = std::max(most, 1 + NestingOf(layer.layers));
  return most;
}

// Pixels that are blended; a group is as large as the canvas.
double WorkOf(const std::vector<XcfLayer>& layers, const Image* canvas) {
  double pixels = 0;
  for (const XcfLayer& layer : layers) {
    const auto shared = [](std::int64_t start, std::int64_t length, unsigned long end) {
      const std::int64_t last = std::min(start + length, static_cast<std::int64_t>(end));
      return static_cast<double>(
          std::max<std::int64_t>(last - std::max<std::int64_t>(start, 0), 0));
    };
    if (!layer.visible) continue;
    if (layer.group)
      pixels += static_cast<double>(canvas->columns) * static_cast<double>(canvas->rows) +
                WorkOf(layer.layers, canvas);
    else
      pixels += shared(layer.x, layer.pixels.columns, canvas->columns) *
                shared(layer.y, layer.pixels.rows, canvas->rows);
  }
  return pixels;
}

// What takes very long for a small file was made for that.
void CheckWork(const XcfDocument& document, const std::vector<XcfLayer>& layers,
               const Image* canvas) {
  constexpr double kHarmless = 1 << 30, kPixelsPerByte = 1000;
  const double most =
      std::max(kHarmless, kPixelsPerByte * static_cast<double>(document.file.size()));
  if (WorkOf(layers, canvas) > most)
    Fail(ResourceLimitError, "The file is too small for the pixels of its layers");
}

void Store(XcfStrip& strip, const std::optional<LightSamples>& light, const Pixels& target) {
  for (std::size_t row = 0; row < strip.rows; ++row) {
    PixelPacket* pixels = target.Row(static_cast<std::size_t>(strip.top) + row);
    for (std::size_t x = 0; x < strip.columns; ++x) {
      const XcfPixel& from = *strip.At(x, row);
      PixelPacket& to = pixels[x];
      if (light) {
        light->Store(DecodedLight(from.red), DecodedLight(from.green), DecodedLight(from.blue), to);
      } else {
        to.red = QuantumOfShare(from.red);
        to.green = QuantumOfShare(from.green);
        to.blue = QuantumOfShare(from.blue);
      }
      to.opacity = static_cast<Quantum>(MaxRGB - QuantumOfShare(from.alpha));
    }
  }
}

// Enough for several threads, and not much less than the tiles that have to be unpacked for it.
std::size_t StripRows(const Image* image) {
  constexpr std::size_t kStripPixels = std::size_t{1} << 19;
  return std::clamp<std::size_t>(kStripPixels / image->columns / kXcfTileSide, 1, 4) * kXcfTileSide;
}

// Calls work(i) for each i below `count`. The first exception of a thread is thrown again.
template <class Work>
void InParallel(std::size_t count, const Work& work) {
  std::mutex mutex;
  std::exception_ptr first;
  accel::ParallelBands(count, 1, [&](std::size_t begin, std::size_t end) {
    try {
      for (std::size_t i = begin; i < end; ++i) work(i);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (first == nullptr) first = std::current_exception();
    }
  });
  if (first != nullptr) std::rethrow_exception(first);
}

}  // namespace

void ComposeXcf(const XcfDocument& document, const std::vector<XcfLayer>& layers, Image* image,
                ExceptionInfo* exception) {
  CheckWork(document, layers, image);
  const std::size_t rows = image->rows, height = StripRows(image);
  const std::size_t strips = (rows + height - 1) / height;
  const std::size_t at_once = std::min<std::size_t>(accel::ThreadLimit(), strips);
  MemoryClaim memory;
  const CheckedSize bytes = CheckedSize(image->columns) * height *
                            (sizeof(XcfPixel) + sizeof(float)) * at_once * (NestingOf(layers) + 1);
  if (!bytes.valid() || !memory.Acquire(bytes.value())) FailOfMemoryLimit();
  const Pixels target = NewPixels(image, exception);
  const auto light =
      HasXcfLight(document) ? std::make_optional<LightSamples>(document.icc) : std::nullopt;
  const auto compose = [&](std::size_t number) {
    const std::size_t top = number * height;
    XcfStrip strip(static_cast<std::int64_t>(top), target.columns, std::min(height, rows - top));
    XcfCompositor(document).Compose(layers, strip);
    Store(strip, light, target);
  };
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t first = 0; first < strips; first += at_once) {
    const std::size_t count = std::min(at_once, strips - first);
    InParallel(count, [&](std::size_t i) { compose(first + i); });
    progress.Tick(std::min((first + count) * height, rows) - 1);
  }
  SyncPixels(image, exception);
  SetShade(image, document.header.base == XcfBase::kGray, false);
}

bool HasXcfLight(const XcfDocument& document) {
  return document.header.precision.linear && IsLinearProfile(document.icc);
}

bool CoversXcfCanvas(const XcfHeader& header, const std::vector<XcfLayer>& layers) {
  const auto covers = [&](const XcfLayer& layer) {
    return layer.IsOpaque() && layer.x <= 0 && layer.y <= 0 &&
           std::int64_t{layer.x} + layer.pixels.columns >= header.columns &&
           std::int64_t{layer.y} + layer.pixels.rows >= header.rows;
  };
  bool covered = false, lowest = true;
  for (std::size_t i = layers.size(); i-- > 0;) {
    const XcfLayer& layer = layers[i];
    if (!layer.visible) continue;
    const XcfRule rule = XcfRuleOf(layer.blend, lowest);
    lowest = false;
    if (!rule.NeverUncovers() || (layer.group && rule.kind == XcfKind::kPassThrough))
      covered = false;
    const bool fills = rule.blend == nullptr && rule.clip == XcfClip::kUnion;
    covered = covered || (fills && covers(layer));
  }
  return covered;
}

}  // namespace lodestone::coders
