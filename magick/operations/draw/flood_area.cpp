#include "magick/operations/draw/flood_area.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/thread_pool.hpp"
#include "magick/core/errors/error.hpp"
#include "magick/core/resources/limit_reason.hpp"
#include "magick/resource.h"

namespace lodestone {
namespace {

constexpr std::size_t kBits = 64;
constexpr std::uint64_t kAll = ~std::uint64_t{0};

// The first bit at or after `from` that is set (or, inverted: clear), at most `end`.
std::size_t NextBit(const std::uint64_t* row, std::size_t from, std::size_t end,
                    std::uint64_t invert) {
  while (from < end) {
    const std::uint64_t rest = (row[from / kBits] ^ invert) >> from % kBits;
    if (rest != 0) return std::min(from + static_cast<std::size_t>(std::countr_zero(rest)), end);
    from += kBits - from % kBits;
  }
  return end;
}

// The first of the neighbouring set bits that end with the one at `last`.
std::size_t RunBegin(const std::uint64_t* row, std::size_t last) {
  std::size_t begin = last;
  for (;;) {
    const std::uint64_t bits = row[begin / kBits] << (kBits - 1 - begin % kBits);
    const auto set = static_cast<std::size_t>(std::countl_one(bits));
    if (set <= begin % kBits || begin < kBits) return begin + 1 - set;
    begin -= set;
    if (!(row[begin / kBits] >> (kBits - 1))) return begin + 1;
  }
}

// Calls change(word, mask) for the words that hold bits [begin, end).
template <class Change>
void ForWords(std::size_t begin, std::size_t end, Change change) {
  while (begin < end) {
    const std::size_t word = begin / kBits, stop = std::min(end, (word + 1) * kBits);
    const std::uint64_t to = stop % kBits == 0 ? kAll : ~(kAll << stop % kBits);
    change(word, (kAll << begin % kBits) & to);
    begin = stop;
  }
}

}  // namespace

FloodArea::Spans::~Spans() {
  if (bytes_ != 0) LiberateMagickResource(MemoryResource, bytes_);
}

bool FloodArea::Spans::Push(const Span& span) {
  if (spans_.size() == spans_.capacity()) {
    const std::size_t room = std::max<std::size_t>(2 * spans_.capacity(), 1024);
    if (AcquireMagickResource(MemoryResource, room * sizeof span) == MagickFail) return false;
    LiberateMagickResource(MemoryResource, std::exchange(bytes_, room * sizeof span));
    spans_.reserve(room);
  }
  spans_.push_back(span);
  return true;
}

bool FloodArea::Spans::Pop(Span* span) {
  if (spans_.empty()) return false;
  *span = spans_.back();
  spans_.pop_back();
  return true;
}

bool FloodArea::Refuse() {
  Throw(&image_->exception, ResourceLimitError, LimitReason(MemoryResource).c_str(),
        "Unable to floodfill image");
  return false;
}

bool FloodArea::Prepare(Image* image, const PixelPacket* pixels, RowTest test) {
  constexpr std::size_t kGroupPixels = std::size_t{1} << 18;
  image_ = image;
  pixels_ = pixels;
  test_ = std::move(test);
  columns_ = image->columns;
  rows_ = first_row_ = image->rows;
  end_row_ = 0;
  words_ = (columns_ + kBits - 1) / kBits;
  group_rows_ = kGroupPixels / columns_ + 1;
  is_tested_.assign(rows_ / group_rows_ + 1, false);
  const std::size_t bytes = words_ * rows_ * sizeof *Row();
  open_ =
      PixelBlock::Allocate(bytes, PixelBlock::Contents::kZero, image->filename, &image->exception);
  covered_ =
      PixelBlock::Allocate(bytes, PixelBlock::Contents::kZero, image->filename, &image->exception);
  return open_.data() && covered_.data();
}

FloodArea::Row FloodArea::CoveredRow(std::size_t y) const {
  return static_cast<Row>(covered_.data()) + y * words_;
}

FloodArea::Row FloodArea::OpenRow(std::size_t y) {
  const Row rows = static_cast<Row>(open_.data());
  const std::size_t group = y / group_rows_;
  if (!is_tested_[group]) {
    is_tested_[group] = true;
    const std::size_t first = group * group_rows_;
    accel::ParallelBands(std::min(group_rows_, rows_ - first), accel::RowsPerTask(columns_),
                         [&](std::size_t begin, std::size_t end) {
                           for (std::size_t row = first + begin; row < first + end; ++row)
                             test_(pixels_ + row * columns_, columns_, rows + row * words_);
                         });
  }
  return rows + y * words_;
}

bool FloodArea::CoverSpan(const Span& span, Spans* spans) {
  const Row open = OpenRow(span.y), covered = CoveredRow(span.y);
  for (std::size_t x = span.begin; (x = NextBit(open, x, span.end, 0)) < span.end;) {
    const std::size_t begin = RunBegin(open, x), end = NextBit(open, x, columns_, kAll);
    ForWords(begin, end, [=](std::size_t word, std::uint64_t mask) {
      open[word] &= ~mask;
      covered[word] |= mask;
    });
    first_row_ = std::min<std::size_t>(first_row_, span.y);
    end_row_ = std::max<std::size_t>(end_row_, span.y + 1);
    const auto from = static_cast<std::uint32_t>(begin), to = static_cast<std::uint32_t>(end);
    if (span.y > 0 && !spans->Push({span.y - 1, from, to})) return false;
    if (span.y + 1 < rows_ && !spans->Push({span.y + 1, from, to})) return false;
    x = end;
  }
  return true;
}

bool FloodArea::Cover(std::size_t x, std::size_t y) {
  const auto column = static_cast<std::uint32_t>(x);
  Spans spans;
  Span span{static_cast<std::uint32_t>(y), column, column + 1};
  do {
    if (!CoverSpan(span, &spans)) return Refuse();
  } while (spans.Pop(&span));
  return true;
}

}  // namespace lodestone
