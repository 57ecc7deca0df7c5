// Counting colours, and writing them as text.
#include "magick/color.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <vector>

#include "magick/core/color/bins.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/color_lookup.h"
#include "magick/memory.h"
#include "magick/core/pixels/pixel_scan.hpp"
#include "magick/utility.h"

namespace {

// A colour as one number. Opacity does not count, as in GraphicsMagick.
std::uint64_t Key(const PixelPacket& pixel) {
  return std::uint64_t{pixel.red} << 32 | std::uint64_t{pixel.green} << 16 | pixel.blue;
}

std::uint64_t Scrambled(std::uint64_t key) {
  key ^= key >> 31;
  key *= 0x9e3779b97f4a7c15ULL;
  return key ^ key >> 29;
}

// Counts of colours by open addressing.
class ColorCounts {
 public:
  ColorCounts() : slots_(kFirstSlots, kFree) {}

  void Add(const PixelPacket& pixel) {
    const std::uint64_t key = Key(pixel);
    if (key == last_key_ && !colors_.empty()) {
      colors_[last_color_].count++;
      return;
    }
    last_key_ = key;
    last_color_ = Find(pixel, key);
    colors_[last_color_].count++;
  }

  // In order of first appearance.
  std::vector<HistogramColorPacket>& colors() { return colors_; }

 private:
  static constexpr std::size_t kFirstSlots = 1024;
  static constexpr std::uint32_t kFree = std::numeric_limits<std::uint32_t>::max();

  std::size_t SlotOf(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = Scrambled(key) & mask;
    while (slots_[slot] != kFree && Key(colors_[slots_[slot]].pixel) != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  std::size_t Find(const PixelPacket& pixel, std::uint64_t key) {
    std::size_t slot = SlotOf(key);
    if (slots_[slot] == kFree) {
      if (colors_.size() * 2 >= slots_.size()) {
        Grow();
        slot = SlotOf(key);
      }
      slots_[slot] = static_cast<std::uint32_t>(colors_.size());
      colors_.push_back({pixel, 0});
    }
    return slots_[slot];
  }

  void Grow() {
    slots_.assign(slots_.size() * 2, kFree);
    for (std::size_t i = 0; i < colors_.size(); i++) {
      slots_[SlotOf(Key(colors_[i].pixel))] = static_cast<std::uint32_t>(i);
    }
  }

  std::vector<std::uint32_t> slots_;
  std::vector<HistogramColorPacket> colors_;
  std::uint64_t last_key_ = 0;
  std::size_t last_color_ = 0;
};

// Counts colours until there are more than `limit` of them.
bool Count(const Image* image, ColorCounts* counts, std::size_t limit, ExceptionInfo* exception) {
  const lodestone::PixelRuns pixels(image, exception);
  if (!pixels) return false;
  const std::size_t all = static_cast<std::size_t>(image->columns) * image->rows;
  const auto add = [counts](const PixelPacket* run, std::size_t count) {
    for (std::size_t i = 0; i < count; i++) counts->Add(run[i]);
  };
  for (std::size_t at = 0; at < all && counts->colors().size() <= limit;
       at += lodestone::kPixelsPerRun) {
    pixels.Visit(at, std::min(lodestone::kPixelsPerRun, all - at), add);
  }
  return true;
}

// Interleaves the bits of the samples, so that similar colours are adjacent, as in an octree.
std::uint32_t Lut3dPlace(const PixelPacket& pixel) {
  const auto red = static_cast<std::uint32_t>(lodestone::BinOf(pixel.red));
  const auto green = static_cast<std::uint32_t>(lodestone::BinOf(pixel.green));
  const auto blue = static_cast<std::uint32_t>(lodestone::BinOf(pixel.blue));
  std::uint32_t place = 0;
  for (int bit = 7; bit >= 0; bit--) {
    place = place << 3 | (red >> bit & 1) << 2 | (green >> bit & 1) << 1 | (blue >> bit & 1);
  }
  return place;
}

std::vector<HistogramColorPacket> SortedColors(const Image* image, ExceptionInfo* exception) {
  ColorCounts counts;
  if (!Count(image, &counts, std::numeric_limits<std::size_t>::max(), exception)) return {};
  auto& colors = counts.colors();
  std::stable_sort(colors.begin(), colors.end(),
                   [](const HistogramColorPacket& a, const HistogramColorPacket& b) {
                     return Lut3dPlace(a.pixel) < Lut3dPlace(b.pixel);
                   });
  return std::move(colors);
}

void Print(const Image* image, const std::vector<HistogramColorPacket>& colors, std::FILE* file,
           ExceptionInfo* exception) {
  std::fprintf(file, "\n");
  for (const HistogramColorPacket& color : colors) {
    char tuple[MaxTextExtent];
    char name[MaxTextExtent];
    GetColorTuple(&color.pixel, image->depth, image->matte, MagickFalse, tuple);
    QueryColorname(image, &color.pixel, SVGCompliance, name, exception);
    std::fprintf(file, "%10lu: %s    %s\n", color.count, tuple, name);
  }
  std::fflush(file);
}

// A sample at 8, 16 or 32 bits.
unsigned long Scaled(Quantum sample, unsigned bits) {
  if (bits == 8) return ScaleQuantumToChar(sample);
  if (bits == 16) return ScaleQuantumToShort(sample);
  return ScaleQuantumToLong(sample);
}

}  // namespace

void GetColorTuple(const PixelPacket* color, const unsigned int depth, const unsigned int matte,
                   const unsigned int hex, char* tuple) {
  if (!lodestone::AreGiven({color, tuple})) return;
  const unsigned bits = depth <= 8 ? 8 : depth <= 16 ? 16 : 32;
  const unsigned long samples[] = {Scaled(color->red, bits), Scaled(color->green, bits),
                                   Scaled(color->blue, bits), Scaled(color->opacity, bits)};
  const size_t count = matte != MagickFalse ? 4 : 3;
  const int width = hex != MagickFalse ? static_cast<int>(bits / 4)
                    : bits == 8        ? 3
                    : bits == 16       ? 5
                                       : 10;
  MagickStrlCpy(tuple, hex != MagickFalse ? "#" : "(", MaxTextExtent);
  for (size_t i = 0; i < count; i++) {
    char text[32];
    if (hex != MagickFalse) {
      MagickFormatString(text, sizeof(text), "%0*lX", width, samples[i]);
    } else {
      MagickFormatString(text, sizeof(text), i == 0 ? "%*lu" : ",%*lu", width, samples[i]);
    }
    MagickStrlCat(tuple, text, MaxTextExtent);
  }
  if (hex == MagickFalse) MagickStrlCat(tuple, ")", MaxTextExtent);
}

HistogramColorPacket* GetColorHistogram(const Image* image, unsigned long* colors,
                                        ExceptionInfo* exception) {
  if (colors != nullptr) *colors = 0;
  return lodestone::Guard(exception, {image, colors}, nullptr, [=]() -> HistogramColorPacket* {
    const std::vector<HistogramColorPacket> found = SortedColors(image, exception);
    if (found.empty()) return nullptr;
    void* memory = MagickMalloc(found.size() * sizeof(HistogramColorPacket));
    if (memory == nullptr) throw std::bad_alloc();
    auto* histogram = static_cast<HistogramColorPacket*>(memory);
    std::copy(found.begin(), found.end(), histogram);
    *colors = found.size();
    return histogram;
  });
}

unsigned long GetNumberColors(const Image* image, FILE* file, ExceptionInfo* exception) {
  return lodestone::Guard(exception, {image}, 0UL, [=]() -> unsigned long {
    const std::vector<HistogramColorPacket> colors = SortedColors(image, exception);
    if (file != nullptr && !colors.empty()) Print(image, colors, file, exception);
    return colors.size();
  });
}

MagickBool IsPaletteImage(const Image* image, ExceptionInfo* exception) {
  if (!lodestone::AreGiven({image}, exception)) return MagickFalse;
  constexpr std::size_t kMaxPalette = 256;
  if (image->storage_class == PseudoClass) return image->colors <= kMaxPalette;
  return lodestone::Guard(exception, MagickFalse, [=] {
    ColorCounts counts;
    const bool counted = Count(image, &counts, kMaxPalette, exception);
    return counted && counts.colors().size() <= kMaxPalette ? MagickTrue : MagickFalse;
  });
}
