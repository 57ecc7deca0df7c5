// Clusters of colours for SegmentImage.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "magick/image.h"
#include "magick/core/color/bins.hpp"
#include "magick/operations/quantize/scale_space.hpp"

namespace lodestone {

// A colour at 8 bits a sample.
struct Shade {
  int red, green, blue;
};

inline Shade ShadeOf(const PixelPacket& pixel) {
  return {BinOf(pixel.red), BinOf(pixel.green), BinOf(pixel.blue)};
}

// The extents of one sample, and which of them a value is near.
class Axis {
 public:
  explicit Axis(std::vector<Extent> extents);

  struct Near {
    int begin, end;
  };
  Near NearOf(int value) const { return near_[static_cast<std::size_t>(value)]; }
  int size() const { return static_cast<int>(extents_.size()); }
  const Extent& operator[](int index) const { return extents_[static_cast<std::size_t>(index)]; }

 private:
  std::vector<Extent> extents_;
  std::array<Near, kShades> near_{};
};

// All boxes of an extent of red, one of green and one of blue, by number.
class Boxes {
 public:
  // Of the peaks of the three histograms. If one has none there is one box, of what GraphicsMagick
  // has tried by then.
  static Boxes Of(std::vector<Extent> red, std::vector<Extent> green, std::vector<Extent> blue);

  std::size_t size() const {
    return static_cast<std::size_t>(red_.size()) * static_cast<std::size_t>(green_.size()) *
           static_cast<std::size_t>(blue_.size());
  }
  const Extent& red(std::size_t box) const;
  const Extent& green(std::size_t box) const;
  const Extent& blue(std::size_t box) const;

  // Of the boxes that are near a colour the one for which rank(box), a number, is the lowest. None
  // if that is not below `none`, or no box is near.
  template <class Rank>
  std::optional<std::size_t> Lowest(const Shade& shade, std::uint32_t none, Rank rank) const {
    const Axis::Near reds = red_.NearOf(shade.red), greens = green_.NearOf(shade.green),
                     blues = blue_.NearOf(shade.blue);
    std::optional<std::size_t> best;
    for (int r = reds.begin; r < reds.end; ++r)
      for (int g = greens.begin; g < greens.end; ++g)
        for (int b = blues.begin; b < blues.end; ++b) {
          const std::size_t box = NumberOf(r, g, b);
          if (rank(box) >= none) continue;
          none = rank(box);
          best = box;
        }
    return best;
  }

 private:
  Boxes(std::vector<Extent> red, std::vector<Extent> green, std::vector<Extent> blue);

  std::size_t NumberOf(int red, int green, int blue) const {
    return (static_cast<std::size_t>(red) * static_cast<std::size_t>(green_.size()) +
            static_cast<std::size_t>(green)) *
               static_cast<std::size_t>(blue_.size()) +
           static_cast<std::size_t>(blue);
  }

  Axis red_, green_, blue_;
};

// A box with enough pixels.
struct Cluster {
  std::size_t box;
  std::uint64_t count;
  double red, green, blue;  // the mean
};

// The pixels that are near boxes, counted in order: a pixel near several counts for the one that is
// first in a list, in which a box moves up by one place when it gets more pixels than the one
// before.
class BoxCounts {
 public:
  explicit BoxCounts(const Boxes& boxes);

  void Add(const PixelPacket* pixels, std::size_t count);
  std::uint64_t total() const;
  // Those with at least `threshold` pixels, and at least one.
  std::vector<Cluster> Clusters(double threshold) const;

 private:
  struct Sums {
    std::uint64_t count = 0, red = 0, green = 0, blue = 0;
  };

  const Boxes& boxes_;
  std::vector<Sums> sums_;
  std::vector<std::uint32_t> places_, order_;
};

}  // namespace lodestone
