// The colours of a colour tree, and which of them stands for a colour.
#pragma once

#include <cstdint>
#include <vector>

#include "magick/image_types.h"
#include "magick/operations/quantize/color_tree.hpp"

namespace lodestone::quantize {

// Threads: any number may search.
class Palette {
 public:
  explicit Palette(const ColorTree& tree);

  // The mean colours of all nodes with pixels of their own, children before their parents.
  const std::vector<PixelPacket>& colors() const { return colors_; }

  // The closest colour among those of the nodes near the smallest one that contains this colour:
  // its siblings, their descendants, and its parent. The first of equally close ones.
  unsigned Find(const PixelPacket& color) const;

 private:
  // Of the colours of a node and its descendants.
  struct Range {
    std::uint32_t first = 0, end = 0;
  };

  void List(std::int32_t index);

  const ColorTree& tree_;
  std::vector<PixelPacket> colors_;
  std::vector<Range> ranges_;  // by node
};

// Remembers colours found before. One thread at a time.
class PaletteSearch {
 public:
  explicit PaletteSearch(const Palette& palette) : palette_(palette), entries_(kEntries) {}

  unsigned Find(const PixelPacket& color);

 private:
  static constexpr unsigned kBits = 12;
  static constexpr std::size_t kEntries = std::size_t{1} << kBits;
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};

  struct Entry {
    std::uint64_t color = kEmpty;
    unsigned index = 0;
  };

  const Palette& palette_;
  std::vector<Entry> entries_;
};

// One palette index for all colours that are equal in the upper six bits of each sample, that of
// the first one met, in whichever image. One thread at a time.
class CoarseSearch {
 public:
  explicit CoarseSearch(const Palette& palette) : palette_(palette) {}

  const Palette& palette() const { return palette_; }
  unsigned Find(const PixelPacket& color);

 private:
  static constexpr unsigned kBits = 6;
  static constexpr unsigned kUnknown = ~0U;

  const Palette& palette_;
  std::vector<unsigned> indexes_;  // empty until the first search
};

}  // namespace lodestone::quantize
