// Stores finished rows. Small results go straight to the destination. Large ones, which no cache
// would hold until they are read, bypass the caches in whole lines, since a plain store first reads
// the line that it overwrites. Rows may start anywhere in a line, so an incomplete line waits in a
// small buffer.
#if defined(LODESTONE_DESTINATION_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_DESTINATION_ROWS_INL
#undef LODESTONE_DESTINATION_ROWS_INL
#else
#define LODESTONE_DESTINATION_ROWS_INL
#endif

#include <cstring>

#include "kernels/resample/cpu/windows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

template <Kind kKind>
class DestinationRows {
 public:
  // For groups of at most kMaxGroupRows rows, stored at most `most_pixels` at a time.
  // may_stream: the result is not read soon.
  DestinationRows(const DestinationView& destination, std::size_t most_pixels, bool may_stream)
      : destination_(destination),
        streams_(may_stream &&
                 BypassesCaches(destination.rows * destination.columns * kPixelBytes)),
        pitch_((2 * kLine + kFlush + most_pixels * kPixelBytes) / kLine * kLine),
        lines_(NewAligned<std::uint8_t>(kMaxGroupRows<kKind> * pitch_)) {}
  ~DestinationRows() {
    if (streams_) hwy::FlushStream();
  }
  DestinationRows(const DestinationRows&) = delete;
  DestinationRows& operator=(const DestinationRows&) = delete;

  // The next rows are [begin, end), from column `left` on.
  void Start(std::size_t begin, std::size_t end, std::size_t left) {
    begin_ = begin;
    end_ = end;
    column_ = left;
    for (std::size_t y = begin; y < end; ++y) {
      waiting_[y - begin] = reinterpret_cast<std::uintptr_t>(Final(y, left)) % kLine;
      head_[y - begin] = waiting_[y - begin] != 0;
    }
  }

  // Where to store pixels of row y from column x on.
  QuantumSample* At(std::size_t y, std::size_t x) {
    if (!streams_) return destination_.Row(y) + x * kSamples<kKind>;
    return reinterpret_cast<QuantumSample*>(Lines(y) + waiting_[y - begin_] +
                                            (x - column_) * kPixelBytes);
  }

  // All rows are stored up to column x; `last`: no more pixels follow.
  void Done(std::size_t x, bool last) {
    if (!streams_ || (!last && (x - column_) * kPixelBytes < kFlush)) return;
    for (std::size_t y = begin_; y < end_; ++y) Flush(y, x, last);
    column_ = x;
  }

 private:
  static constexpr std::size_t kPixelBytes = kSamples<kKind> * sizeof(QuantumSample);
  static constexpr std::size_t kLine = 64;          // bytes of a cache line
  static constexpr std::size_t kFlush = 8 * kLine;  // flush rows that have this much

  std::uint8_t* Lines(std::size_t y) { return lines_.get() + (y - begin_) * pitch_; }
  std::uint8_t* Final(std::size_t y, std::size_t x) {
    return reinterpret_cast<std::uint8_t*>(destination_.Row(y) + x * kSamples<kKind>);
  }

  void Flush(std::size_t y, std::size_t x, bool last) {
    const hn::CappedTag<std::uint8_t, kLine> d;
    std::size_t& waiting = waiting_[y - begin_];
    std::uint8_t* from = Lines(y);
    std::uint8_t* to = Final(y, column_) - waiting;
    const std::size_t bytes = waiting + (x - column_) * kPixelBytes;
    std::size_t i = 0;
    if (head_[y - begin_] && bytes >= kLine) {  // the beginning of the line belongs to others
      std::memcpy(to + waiting, from + waiting, kLine - waiting);
      head_[y - begin_] = false;
      i = kLine;
    }
    for (; i + kLine <= bytes; i += kLine)
      for (std::size_t j = i; j < i + kLine; j += hn::Lanes(d))
        hn::Stream(hn::Load(d, from + j), d, to + j);
    if (last) {
      const std::size_t begin = head_[y - begin_] ? waiting : i;
      std::memcpy(to + begin, from + begin, bytes - begin);
      return;
    }
    for (std::size_t j = 0; j < kLine; j += hn::Lanes(d))
      hn::Store(hn::Load(d, from + i + j), d, from + j);
    waiting = bytes - i;
  }

  DestinationView destination_;
  bool streams_;
  std::size_t pitch_;
  AlignedArray<std::uint8_t> lines_;
  std::size_t begin_ = 0, end_ = 0, column_ = 0;    // rows of the group; first column in lines_
  std::size_t waiting_[kMaxGroupRows<kKind>] = {};  // bytes in a row's lines before column_
  bool head_[kMaxGroupRows<kKind>] = {};            // a row's first line is still to come
};

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
