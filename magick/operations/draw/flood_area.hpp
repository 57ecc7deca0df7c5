// The part of an image that a flood covers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "magick/image.h"
#include "magick/core/pixels/pixel_block.hpp"

namespace lodestone {

// Each pixel has a bit that says whether it is open to the flood, from the first time that one of
// its rows is reached, and one that says whether it is covered.
class FloodArea {
 public:
  using Row = std::uint64_t*;
  // Sets the bits of the pixels of a row that are open. Threads: called by several.
  using RowTest = std::function<void(const PixelPacket* pixels, std::size_t count, Row bits)>;
  template <class IsOpen>
  static RowTest TestOf(IsOpen is_open) {
    return [=](const PixelPacket* pixels, std::size_t count, Row bits) {
      for (std::size_t x = 0; x < count; ++x)
        bits[x / 64] |= std::uint64_t{is_open(pixels[x])} << x % 64;
    };
  }

  // The pixels of `image` at `pixels`, which do not change meanwhile. False with image->exception
  // set: out of memory.
  bool Prepare(Image* image, const PixelPacket* pixels, RowTest test);

  // Covers what is connected with a pixel, if that is open. False as Prepare.
  bool Cover(std::size_t x, std::size_t y);

  // Of the covered pixels.
  std::size_t first_row() const { return first_row_; }
  std::size_t end_row() const { return end_row_; }

  // Calls visit(x) for each covered pixel of a row.
  template <class Visit>
  void ForCovered(std::size_t y, Visit visit) const {
    const std::uint64_t* const bits = CoveredRow(y);
    for (std::size_t word = 0; word < words_; ++word)
      for (std::uint64_t rest = bits[word]; rest != 0; rest &= rest - 1)
        visit(word * 64 + static_cast<std::size_t>(__builtin_ctzll(rest)));
  }

 private:
  // Where a row may be reached from the next one.
  struct Span {
    std::uint32_t y, begin, end;
  };

  // Spans to be looked at, counted as memory.
  class Spans {
   public:
    ~Spans();
    bool Push(const Span& span);
    bool Pop(Span* span);

   private:
    std::vector<Span> spans_;
    std::size_t bytes_ = 0;
  };

  Row OpenRow(std::size_t y);
  Row CoveredRow(std::size_t y) const;
  bool CoverSpan(const Span& span, Spans* spans);
  bool Refuse();

  Image* image_ = nullptr;
  const PixelPacket* pixels_ = nullptr;
  RowTest test_;
  std::size_t columns_ = 0, rows_ = 0, words_ = 0;
  std::size_t group_rows_ = 1;
  std::vector<bool> is_tested_;  // by groups of rows
  PixelBlock open_, covered_;
  std::size_t first_row_ = 0, end_row_ = 0;
};

}  // namespace lodestone
