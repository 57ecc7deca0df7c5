#include "kernels/window/convolve/convolve_cpu.hpp"

#include <algorithm>
#include <cstring>

#include "kernels/common/targets.hpp"
#include "kernels/window/convolve/tap_plan.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/window/convolve/convolve_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/window/source_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

// Vectors summed together: enough that no sum waits for its previous addition.
constexpr std::size_t kVectors = 8;
constexpr std::size_t kGroup = kVectors * kLanes;

template <class D>
HWY_INLINE hn::Vec<D> SumsToQuanta(D dq, WideVector sum, Channels channels) {
  if (channels == Channels::kWeighted)
    return hn::DemoteTo(dq, Finish<Kind::kWeighted>(Wide(), sum));
  const auto quanta = hn::DemoteTo(dq, Finish<Kind::kFour>(Wide(), Clamp(Wide(), sum)));
  return FinishOpacity<Kind::kFour>(dq, quanta, Rules(channels, true));
}

// One tap as it moves along a row.
struct RowTap {
  const float* input;
  float weight;
};

class Convolution {
 public:
  explicit Convolution(const ConvolveWork& work)
      : work_(work),
        plan_(work.taps),
        samples_(SamplesOf(work.source.channels)),
        segment_(SegmentColumns()),
        rows_(work.source, WindowRows(), segment_ + WindowColumns(), kGroup),
        row_taps_(plan_.taps().size()) {}

  void Run(std::size_t begin, std::size_t end) {
    const std::size_t columns = work_.destination.columns;
    for (std::size_t x = 0; x < columns; x += segment_)
      Segment(begin, end, x, std::min(columns, x + segment_));
  }

 private:
  std::size_t WindowRows() const {
    return static_cast<std::size_t>(plan_.bottom() - plan_.top() + 1);
  }
  std::size_t WindowColumns() const {
    return static_cast<std::size_t>(plan_.right() - plan_.left());
  }

  // As many columns as kWindowBytes allow, unless that is too few.
  std::size_t SegmentColumns() const {
    constexpr std::size_t kMinColumns = 128, kFloats = kWindowBytes / sizeof(float);
    const std::size_t least = std::max(kMinColumns, 2 * WindowColumns());
    const std::size_t columns = std::max(least, kFloats / WindowRows() / samples_);
    return std::min((columns * samples_ + kGroup - 1) / kGroup * kGroup / samples_,
                    work_.destination.columns);
  }

  void Segment(std::size_t begin, std::size_t end, std::size_t left, std::size_t right) {
    const auto y = static_cast<std::ptrdiff_t>(begin), x = static_cast<std::ptrdiff_t>(left);
    rows_.Start(y + plan_.top(), x + plan_.left(),
                static_cast<std::ptrdiff_t>(right) + plan_.right());
    for (std::size_t row = begin; row < end; ++row) {
      const auto center = static_cast<std::ptrdiff_t>(row);
      rows_.MakeUpTo(center + plan_.bottom());
      for (std::size_t k = 0; k < row_taps_.size(); ++k) {
        const TapPlan::Tap& tap = plan_.taps()[k];
        row_taps_[k] = {rows_.At(center + tap.dy, x + tap.dx), tap.weight};
      }
      Row(work_.destination.Row(row) + left * samples_, (right - left) * samples_);
    }
  }

  void Row(QuantumSample* out, std::size_t samples) {
    HWY_ALIGN QuantumSample last[kGroup];
    for (std::size_t i = 0; i < samples; i += kGroup) {
      const bool whole = i + kGroup <= samples;
      Group(i, whole ? out + i : last);
      if (!whole) std::memcpy(out + i, last, (samples - i) * sizeof(QuantumSample));
    }
  }

  // kGroup samples of a row, from the i-th of the segment on.
  void Group(std::size_t i, QuantumSample* out) {
    WideVector total[kVectors], block[kVectors];
    LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v) total[v] = hn::Zero(Wide());
    const RowTap* tap = row_taps_.data();
    for (const std::size_t end : plan_.block_ends()) {
      LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v) block[v] = hn::Zero(Wide());
      for (; tap != row_taps_.data() + end; ++tap) {
        const auto weight = hn::Set(Wide(), tap->weight);
        LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v) block[v] =
            Fma(Wide(), weight, hn::LoadU(Wide(), tap->input + i + v * kLanes), block[v]);
      }
      LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v) total[v] = hn::Add(total[v], block[v]);
    }
    const hn::Rebind<QuantumSample, Wide> dq;
    LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v)
        hn::StoreU(SumsToQuanta(dq, total[v], work_.source.channels), dq, out + v * kLanes);
  }

  const ConvolveWork& work_;
  const TapPlan plan_;
  const std::size_t samples_;
  const std::size_t segment_;
  SourceRows<float> rows_;
  std::vector<RowTap> row_taps_;
};

// The same if a window has too many rows to keep: for each tap, part of the source is added to the
// sums of part of a row.
class FarConvolution {
 public:
  explicit FarConvolution(const ConvolveWork& work)
      : work_(work),
        plan_(work.taps),
        samples_(SamplesOf(work.source.channels)),
        piece_(work.source, 1, kPieceSamples / samples_, kLanes),
        block_(kPieceSamples),
        total_(kPieceSamples) {}

  void Run(std::size_t begin, std::size_t end) {
    const std::size_t columns = work_.destination.columns, most = kPieceSamples / samples_;
    for (std::size_t y = begin; y < end; ++y)
      for (std::size_t x = 0; x < columns; x += most) Piece(y, x, std::min(columns, x + most));
  }

 private:
  static constexpr std::size_t kPieceSamples = 4096;

  void Piece(std::size_t y, std::size_t left, std::size_t right) {
    const std::size_t samples = (right - left) * samples_;
    std::fill(total_.begin(), total_.end(), 0.0f);
    std::size_t tap = 0;
    for (const std::size_t end : plan_.block_ends()) {
      std::fill(block_.begin(), block_.end(), 0.0f);
      for (; tap < end; ++tap) AddTap(plan_.taps()[tap], y, left, right);
      ForVectors(samples, [&](std::size_t i) {
        hn::StoreU(hn::Add(At(total_, i), At(block_, i)), Wide(), &total_[i]);
      });
    }
    Store(work_.destination.Row(y) + left * samples_, samples);
  }

  void AddTap(const TapPlan::Tap& tap, std::size_t y, std::size_t left, std::size_t right) {
    const std::ptrdiff_t row = static_cast<std::ptrdiff_t>(y) + tap.dy;
    const std::ptrdiff_t x = static_cast<std::ptrdiff_t>(left) + tap.dx;
    piece_.Start(row, x, static_cast<std::ptrdiff_t>(right) + tap.dx);
    piece_.MakeUpTo(row);
    const float* input = piece_.At(row, x);
    const auto weight = hn::Set(Wide(), tap.weight);
    ForVectors((right - left) * samples_, [&](std::size_t i) {
      const auto sum = Fma(Wide(), weight, hn::LoadU(Wide(), input + i), At(block_, i));
      hn::StoreU(sum, Wide(), &block_[i]);
    });
  }

  void Store(QuantumSample* out, std::size_t samples) {
    const hn::Rebind<QuantumSample, Wide> dq;
    HWY_ALIGN QuantumSample last[kLanes];
    ForVectors(samples, [&](std::size_t i) {
      const bool whole = i + kLanes <= samples;
      hn::StoreU(SumsToQuanta(dq, At(total_, i), work_.source.channels), dq,
                 whole ? out + i : last);
      if (!whole) std::memcpy(out + i, last, (samples - i) * sizeof *out);
    });
  }

  // The last vector may extend beyond the samples.
  template <class Body>
  static void ForVectors(std::size_t samples, Body&& body) {
    for (std::size_t i = 0; i < samples; i += kLanes) body(i);
  }
  static WideVector At(const std::vector<float>& sums, std::size_t i) {
    return hn::LoadU(Wide(), &sums[i]);
  }

  const ConvolveWork& work_;
  const TapPlan plan_;
  const std::size_t samples_;
  SourceRows<float> piece_;
  std::vector<float> block_, total_;
};

void ConvolveRows(const ConvolveWork& work, std::size_t begin, std::size_t end) {
  if (KeepsWindowRows(work))
    Convolution(work).Run(begin, end);
  else
    FarConvolution(work).Run(begin, end);
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(ConvolveRows);

void ConvolveBand(const ConvolveWork& work, std::size_t begin, std::size_t end) {
  if (begin < end) HWY_DYNAMIC_DISPATCH(ConvolveRows)(work, begin, end);
}

bool KeepsWindowRows(const ConvolveWork& work) {
  constexpr double kMaxSamples = 4 << 20;
  const MagickAccelerateBorder& border = work.source.border;
  const double rows = double(border.top) + double(border.bottom) + 1;
  const double columns = double(border.left) + double(border.right) + 1;
  return rows * 3 * columns * double(SamplesOf(work.source.channels)) <= kMaxSamples;
}

double ConvolveOperations(const ConvolveWork& work) {
  return double(work.taps.count) * double(work.destination.columns) *
         double(work.destination.rows) * double(SamplesOf(work.source.channels));
}

}  // namespace lodestone::kernels
#endif
