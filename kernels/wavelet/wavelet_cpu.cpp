#include "kernels/wavelet/wavelet_cpu.hpp"

#include <algorithm>
#include <cstdlib>

#include "kernels/common/aligned_array.hpp"
#include "kernels/common/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/wavelet/wavelet_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/common/pixel_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

using LsWave = LsReal;
#undef LS_WAVE
#define LS_WAVE(number) LsReal(number)
#undef LS_WAVE_SELECT
#define LS_WAVE_SELECT(truth, a, b) LS_SELECT(truth, a, b)
#include "kernels/wavelet/shrink.h"

static_assert(LS_WAVELET_REACH == kWaveletReach);

HWY_INLINE LsWave Load(const float* from) {
  return LsWave(hn::LoadU(Lanes(), from));
}
HWY_INLINE void Store(LsWave wave, float* to) {
  hn::StoreU(wave.lanes, Lanes(), to);
}

// How far beyond the results the input of a level has to be known; that of the level after the last
// one is what is left.
constexpr std::size_t MarginOf(std::size_t level) {
  return kWaveletReach + 1 - (std::size_t{1} << level);
}

constexpr std::size_t ScaleOf(std::size_t level) {
  return std::size_t{1} << level;
}

// Of all rings of a column.
constexpr std::size_t CountRows() {
  std::size_t rows = 1 + kWaveletReach + 1;
  for (std::size_t level = 0; level < kWaveletLevels; ++level) rows += 3 * ScaleOf(level) + 2;
  return rows;
}
constexpr std::size_t kRows = CountRows();

std::size_t Reflected(std::ptrdiff_t position, std::size_t size) {
  const std::size_t period = size > 1 ? 2 * (size - 1) : 1;
  const std::size_t place = static_cast<std::size_t>(std::abs(position)) % period;
  return std::min(place, period - place);
}

// The latest rows of an image, as many as are still needed.
struct Ring {
  float* Row(std::size_t y) const { return rows + y % count * pitch; }
  float* rows;
  std::size_t count, pitch;
};

// A part of some columns of the image. Rows go through all levels as soon as those below them are
// there. Row 0 is kWaveletReach rows above the first result; so is column 0 left of it.
class Column {
 public:
  Column(const WaveletWork& work, std::size_t columns)
      : work_(work),
        samples_(SamplesOf(work.channels)),
        pitch_((columns + 2 * kWaveletReach) * samples_ + kMaxLanes),
        memory_(NewAligned<float>(kRows * pitch_)) {
    std::fill_n(memory_.get(), kRows * pitch_, 0.0f);
    float* rows = memory_.get();
    const auto take = [&](std::size_t count) {
      const Ring ring{rows, count, pitch_};
      rows += count * pitch_;
      return ring;
    };
    for (std::size_t level = 0; level < kWaveletLevels; ++level) {
      across_[level] = take(2 * ScaleOf(level) + 1);
      input_[level] = take(ScaleOf(level) + 1);
    }
    input_[kWaveletLevels] = take(1);
    sums_ = take(kWaveletReach + 1);
  }

  // Rows [begin, end) of columns [left, left + count).
  void Compute(std::size_t left, std::size_t count, std::size_t begin, std::size_t end) {
    count_ = count;
    left_ = left;
    begin_ = begin;
    for (std::size_t y = 0; y < end - begin + 2 * kWaveletReach; ++y) {
      LoadRow(y);
      Advance(0, y);
    }
  }

 private:
  const QuantumSample* SourceRow(std::size_t y) const {
    const auto row = static_cast<std::ptrdiff_t>(begin_ + y) - std::ptrdiff_t{kWaveletReach};
    return work_.source.Row(Reflected(row, work_.source.rows));
  }

  void LoadRow(std::size_t y) {
    const std::size_t columns = work_.source.columns;
    const QuantumSample* row = SourceRow(y);
    float* to = input_[0].Row(y);
    const std::size_t first = left_ - std::min(left_, kWaveletReach);
    const std::size_t last = std::min(columns, left_ + count_ + kWaveletReach);
    const std::size_t skipped = first + kWaveletReach - left_;
    LoadRun(row + first * samples_, (last - first) * samples_, to + skipped * samples_);
    const auto reflect = [&](std::size_t column) {
      const auto from = static_cast<std::ptrdiff_t>(left_ + column) - std::ptrdiff_t{kWaveletReach};
      const QuantumSample* pixel = row + Reflected(from, columns) * samples_;
      std::copy_n(pixel, samples_, to + column * samples_);
    };
    for (std::size_t column = 0; column < skipped; ++column) reflect(column);
    for (std::size_t column = skipped + last - first; column < count_ + 2 * kWaveletReach; ++column)
      reflect(column);
  }

  static void LoadRun(const QuantumSample* from, std::size_t count, float* to) {
    const std::size_t lanes = hn::Lanes(Lanes());
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) Store(ToReal(hn::LoadU(Narrow(), from + i)), to + i);
    std::copy(from + i, from + count, to + i);
  }

  // Row y of a level's input is there.
  void Advance(std::size_t level, std::size_t y) {
    if (level == kWaveletLevels) return StoreRow(y);
    const std::size_t scale = ScaleOf(level);
    Across(level, y);
    const std::size_t start = kWaveletReach - MarginOf(level);
    if (y < start + 2 * scale) return;
    Down(level, y - scale);
    Advance(level + 1, y - scale);
  }

  // The samples that the next level needs.
  template <class Body>
  HWY_INLINE void ForSamples(std::size_t level, Body&& body) const {
    const std::size_t margin = MarginOf(level + 1), lanes = hn::Lanes(Lanes());
    const std::size_t begin = (kWaveletReach - margin) * samples_;
    const std::size_t end = (kWaveletReach + count_ + margin) * samples_;
    for (std::size_t i = begin; i < end; i += lanes) body(i);
  }

  void Across(std::size_t level, std::size_t y) {
    const float* const from = input_[level].Row(y);
    float* const to = across_[level].Row(y);
    const std::size_t distance = ScaleOf(level) * samples_;
    ForSamples(level, [&](std::size_t i) HWY_ATTR {
      Store(LsHat(Load(from + i), Load(from + i - distance), Load(from + i + distance)), to + i);
    });
  }

  void Down(std::size_t level, std::size_t y) {
    const std::size_t scale = ScaleOf(level);
    const float* const from = input_[level].Row(y);
    const float *const at = across_[level].Row(y), *const above = across_[level].Row(y - scale),
                       *const below = across_[level].Row(y + scale);
    float *const to = input_[level + 1].Row(y), *const sum = sums_.Row(y);
    const float threshold = work_.rule.thresholds[level], softness = work_.rule.softness;
    ForSamples(level, [&](std::size_t i) HWY_ATTR {
      const LsWave low = LsHat(Load(at + i), Load(above + i), Load(below + i));
      const LsWave detail = LsShrunk(Load(from + i) - low, threshold, softness);
      Store(low, to + i);
      Store(level == 0 ? detail : Load(sum + i) + detail, sum + i);
    });
  }

  void StoreRow(std::size_t y) {
    const std::size_t begin = kWaveletReach * samples_, samples = count_ * samples_;
    const float *const sum = sums_.Row(y) + begin, *const low =
                                                       input_[kWaveletLevels].Row(y) + begin;
    QuantumSample* const out = work_.destination.Row(begin_ + y - kWaveletReach) + left_ * samples_;
    const std::size_t lanes = hn::Lanes(Lanes());
    std::size_t i = 0;
    for (; i + lanes <= samples; i += lanes)
      hn::StoreU(Stored(Load(sum + i) + Load(low + i)), Narrow(), out + i);
    if (i < samples) {
      HWY_ALIGN QuantumSample last[kMaxLanes];
      hn::StoreU(Stored(Load(sum + i) + Load(low + i)), Narrow(), last);
      std::copy_n(last, samples - i, out + i);
    }
    for (i = 3; work_.channels == Channels::kOpaque && i < samples; i += kChannels) out[i] = 0;
  }

  const WaveletWork& work_;
  const std::size_t samples_;  // of a pixel
  const std::size_t pitch_;
  const AlignedArray<float> memory_;
  Ring input_[kWaveletLevels + 1], across_[kWaveletLevels], sums_;
  std::size_t left_ = 0, count_ = 0, begin_ = 0;
};

void WaveletRows(const WaveletWork& work, std::size_t begin, std::size_t end) {
  // As many as keep the rings in the L2 cache with a small margin.
  const std::size_t most = 1024 / SamplesOf(work.channels), columns = work.source.columns;
  Column column(work, std::min(columns, most));
  for (std::size_t x = 0; x < columns; x += most)
    column.Compute(x, std::min(most, columns - x), begin, end);
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(WaveletRows);

void WaveletBand(const WaveletWork& work, std::size_t begin, std::size_t end) {
  if (begin < end) HWY_DYNAMIC_DISPATCH(WaveletRows)(work, begin, end);
}

}  // namespace lodestone::kernels
#endif
