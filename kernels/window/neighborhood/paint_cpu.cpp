#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernels/common/targets.hpp"
#include "kernels/window/neighborhood/intensity.h"
#include "kernels/window/neighborhood/window_loops.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/window/neighborhood/paint_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/common/pixel_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

using Step = std::uint8_t;
using Several = hn::CappedTag<Step, 16>;
using Many = hn::CappedTag<Step, 64>;

// Widest window whose pixels are compared with each other, for many windows at once; the counts of
// wider ones follow the window along the row.
constexpr std::size_t kMaxWindowByPairs = 7;

// How often each step of intensity occurs in the window.
template <class Count>
class StepCounts {
 public:
  void Add(Step step) { ++counts_[step]; }
  void Remove(Step step) { --counts_[step]; }
  void Clear() { counts_.fill(0); }

  HWY_INLINE Count Most() const {
    const Lane d;
    auto most = hn::Zero(d);
    for (std::size_t i = 0; i < LS_STEPS; i += hn::Lanes(d)) most = hn::Max(most, At(i));
    const hn::Repartition<std::uint32_t, Lane> pairs;
    auto both = hn::BitCast(pairs, most);
    if constexpr (sizeof(Count) == 2)
      both = hn::Max(hn::ShiftRight<16>(both), hn::And(both, hn::Set(pairs, 0xffffu)));
    return static_cast<Count>(hn::GetLane(hn::MaxOfLanes(pairs, both)));
  }
  // Calls each(step) for those that occur that often.
  template <class Each>
  HWY_INLINE void ForThoseWith(Count count, Each each) const {
    const Lane d;
    // There is a bit for each lane, so that vectors of fewer than 8 would not fill a byte.
    constexpr std::size_t kLanesOfByte = 8;
    if (hn::Lanes(d) < kLanesOfByte) return ForThoseWithOneByOne(count, each);
    for (std::size_t i = 0; i < LS_STEPS; i += hn::Lanes(d)) {
      std::uint8_t bytes[sizeof(std::uint64_t)] = {};
      hn::StoreMaskBits(d, hn::Eq(At(i), hn::Set(d, count)), bytes);
      unsigned bits = bytes[0] | unsigned{bytes[1]} << 8;
      for (; bits != 0; bits &= bits - 1)
        each(static_cast<Step>(i + static_cast<std::size_t>(std::countr_zero(bits))));
    }
  }

 private:
  using Lane = hn::CappedTag<Count, 16>;

  template <class Each>
  HWY_INLINE void ForThoseWithOneByOne(Count count, Each each) const {
    for (std::size_t step = 0; step < LS_STEPS; ++step)
      if (counts_[step] == count) each(static_cast<Step>(step));
  }

  HWY_INLINE hn::Vec<Lane> At(std::size_t i) const { return hn::Load(Lane(), counts_.data() + i); }

  alignas(64) std::array<Count, LS_STEPS> counts_{};
};

template <class Count>
class Painter {
 public:
  explicit Painter(const NeighborhoodWork& work)
      : work_(work),
        window_(work.window),
        reach_(static_cast<std::ptrdiff_t>(window_ / 2)),
        samples_(SamplesOf(work.source.channels)),
        pitch_(work.destination.columns + window_),
        steps_(window_ * pitch_ + hn::MaxLanes(Many())) {}

  void Run(std::size_t begin, std::size_t end, const RowDone& done) {
    const auto first = static_cast<std::ptrdiff_t>(begin);
    for (std::ptrdiff_t y = first - reach_; y < first + reach_; ++y) ReadRow(y);
    for (std::size_t y = begin; y < end; ++y) {
      ReadRow(static_cast<std::ptrdiff_t>(y) + reach_);
      MakeRow(y);
      if (!done()) return;
    }
  }

 private:
  // Of virtual row y, from column -reach_ on.
  Step* StepsOf(std::ptrdiff_t y) {
    const auto rows = static_cast<std::ptrdiff_t>(window_);
    return steps_.data() + static_cast<std::size_t>((y % rows + rows) % rows) * pitch_;
  }

  Step StepOf(const QuantumSample* pixel) const {
    if (samples_ == 1) return static_cast<Step>(LS_STEP_OF(pixel[0]));
    const unsigned red = pixel[kRed], green = pixel[kGreen], blue = pixel[kBlue];
    const unsigned sum = red * LS_RED_PARTS + green * LS_GREEN_PARTS + blue * LS_BLUE_PARTS;
    return static_cast<Step>(LS_STEP_OF(sum >> LS_INTENSITY_SHIFT));
  }

  void ReadRow(std::ptrdiff_t y) {
    Step* const to = StepsOf(y) + reach_;
    const auto columns = static_cast<std::ptrdiff_t>(work_.destination.columns);
    const auto read = [&](std::ptrdiff_t x, const QuantumSample* from, std::size_t count) {
      for (std::size_t i = 0; i < count; ++i)
        to[x + static_cast<std::ptrdiff_t>(i)] = StepOf(from + i * samples_);
    };
    ForRow(work_.source, work_.source.Row(y), -reach_, columns + reach_, read,
           [&](std::ptrdiff_t x, const QuantumSample* pixel) { read(x, pixel, 1); });
  }

  void MakeRow(std::size_t y) {
    top_ = static_cast<std::ptrdiff_t>(y) - reach_;
    rows_.clear();
    for (std::size_t r = 0; r < window_; ++r)
      rows_.push_back(StepsOf(top_ + static_cast<std::ptrdiff_t>(r)));
    QuantumSample* const out = work_.destination.Row(y);
    window_ <= kMaxWindowByPairs ? MakeByPairs(out) : MakeByCounts(out);
  }

  void Put(QuantumSample* out, std::size_t place, std::size_t x) const {
    std::copy_n(PixelAt(place / window_, x + place % window_), samples_, out + x * samples_);
    if (work_.source.channels == Channels::kOpaque) out[x * samples_ + 3] = 0;
  }

  void MakeByPairs(QuantumSample* out) {
    std::array<const Step*, kMaxWindowByPairs * kMaxWindowByPairs> pixels;
    for (std::size_t i = 0; i < window_ * window_; ++i)
      pixels[i] = rows_[i / window_] + i % window_;
    const Many d;
    const std::size_t lanes = hn::Lanes(d), columns = work_.destination.columns;
    for (std::size_t x = 0; x < columns; x += lanes) {
      HWY_ALIGN Step places[hn::MaxLanes(Many())];
      hn::Store(PlacesOfWinners(pixels.data(), x), d, places);
      for (std::size_t i = 0; i < std::min(lanes, columns - x); ++i) Put(out, places[i], x + i);
    }
  }

  // Of each window: the place where its step has occurred more often than any before.
  HWY_INLINE hn::Vec<Many> PlacesOfWinners(const Step* const* pixels, std::size_t x) const {
    const Many d;
    auto most = hn::Zero(d), place = hn::Zero(d);
    for (std::size_t i = 0; i < window_ * window_; ++i) {
      const auto step = hn::LoadU(d, pixels[i] + x);
      auto count = hn::Set(d, Step{1});
      for (std::size_t j = 0; j < i; ++j)
        count = hn::Sub(count, hn::VecFromMask(d, hn::Eq(hn::LoadU(d, pixels[j] + x), step)));
      const auto more = hn::Max(most, count);
      place = hn::IfThenElse(hn::Eq(more, most), place, hn::Set(d, static_cast<Step>(i)));
      most = more;
    }
    return place;
  }

  void MakeByCounts(QuantumSample* out) {
    counts_.Clear();
    for (std::size_t x = 0; x + 1 < window_; ++x)
      for (const Step* row : rows_) counts_.Add(row[x]);
    for (std::size_t x = 0; x < work_.destination.columns; ++x) {
      for (const Step* row : rows_) counts_.Add(row[x + window_ - 1]);
      Put(out, PlaceOfWinner(x), x);
      for (const Step* row : rows_) counts_.Remove(row[x]);
    }
  }

  // Of the most frequent steps, the one that ends first; its last pixel.
  std::size_t PlaceOfWinner(std::size_t x) const {
    std::size_t first = window_ * window_;
    counts_.ForThoseWith(counts_.Most(),
                         [&](Step step) HWY_ATTR { first = std::min(first, LastOf(step, x)); });
    return first;
  }

  // The place of its last pixel, row by row; there is one.
  HWY_INLINE std::size_t LastOf(Step step, std::size_t x) const {
    const Several d;
    const std::size_t lanes = hn::Lanes(d);
    const auto wanted = hn::Set(d, step);
    for (std::size_t r = window_; r-- > 0;)
      for (std::size_t c = (window_ - 1) / lanes * lanes;; c -= lanes) {
        const auto here = hn::Eq(hn::LoadU(d, rows_[r] + x + c), wanted);
        const auto inside = hn::FirstN(d, std::min(lanes, window_ - c));
        std::uint8_t bits[sizeof(std::uint64_t)] = {};
        hn::StoreMaskBits(d, hn::And(here, inside), bits);
        const unsigned found = bits[0] | unsigned{bits[1]} << 8;
        if (found != 0)
          return r * window_ + c + static_cast<std::size_t>(std::bit_width(found)) - 1;
        if (c == 0) break;
      }
    return 0;
  }

  const QuantumSample* PixelAt(std::size_t r, std::size_t column) const {
    const QuantumSample* row = work_.source.Row(top_ + static_cast<std::ptrdiff_t>(r));
    return work_.source.Pixel(row, static_cast<std::ptrdiff_t>(column) - reach_);
  }

  const NeighborhoodWork& work_;
  const std::size_t window_;
  const std::ptrdiff_t reach_;
  const std::size_t samples_, pitch_;
  std::vector<Step> steps_;
  std::vector<const Step*> rows_;
  StepCounts<Count> counts_;
  std::ptrdiff_t top_ = 0;
};

void PaintRows(const NeighborhoodWork& work, std::size_t begin, std::size_t end,
               const RowDone& done) {
  const double pixels = double(work.window) * double(work.window);
  if (pixels <= std::numeric_limits<std::uint16_t>::max())
    Painter<std::uint16_t>(work).Run(begin, end, done);
  else
    Painter<std::uint32_t>(work).Run(begin, end, done);
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(PaintRows);

void PaintBand(const NeighborhoodWork& work, std::size_t begin, std::size_t end,
               const RowDone& done) {
  HWY_DYNAMIC_DISPATCH(PaintRows)(work, begin, end, done);
}

}  // namespace lodestone::kernels
#endif
