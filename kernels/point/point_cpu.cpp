#include "kernels/point/point_cpu.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <numeric>
#include <vector>

#include "kernels/common/pixel_number.hpp"
#include "kernels/common/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/point/point_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Quanta = hn::CappedTag<QuantumSample, 64 / sizeof(QuantumSample)>;
using Vector = hn::Vec<Quanta>;
// Pixels of four samples, each as a number.
using Pixels = hn::Repartition<PixelNumber, Quanta>;

constexpr QuantumSample kAllBits = kQuantumMax;

// All bits of the pixels whose three colours are alike.
HWY_INLINE hn::Vec<Pixels> GreyPixels(hn::Vec<Pixels> numbers) {
  constexpr bool kLittle = std::endian::native == std::endian::little;
  constexpr std::array<QuantumSample, kChannels> kTwoOfThem = {kLittle ? kAllBits : 0, kAllBits,
                                                               kLittle ? 0 : kAllBits, 0};
  const Pixels d;
  // Each sample beside its neighbour: nothing is left where colours are alike.
  const auto differences = hn::And(hn::Xor(numbers, hn::ShiftRight<LS_QUANTUM_DEPTH>(numbers)),
                                   hn::Set(d, std::bit_cast<PixelNumber>(kTwoOfThem)));
  return hn::VecFromMask(d, hn::Eq(differences, hn::Zero(d)));
}

// Vectors of `change(v, i)` for v from in[i] on. The last one may have but a few samples.
template <class Change>
HWY_INLINE void ForVectors(const QuantumSample* in, QuantumSample* out, std::size_t samples,
                           const Change& change) {
  const Quanta d;
  const std::size_t lanes = hn::Lanes(d), whole = samples / lanes * lanes;
  for (std::size_t i = 0; i < whole; i += lanes)
    hn::StoreU(change(hn::LoadU(d, in + i), i), d, out + i);
  if (whole == samples) return;
  HWY_ALIGN QuantumSample last[hn::MaxLanes(Quanta())] = {};
  std::copy(in + whole, in + samples, last);
  hn::Store(change(hn::Load(d, last), whole), d, last);
  std::copy_n(last, samples - whole, out + whole);
}

// Where `chosen` has bits the first, else the second.
HWY_INLINE Vector Choose(Vector chosen, Vector first, Vector second) {
  return hn::Or(hn::And(chosen, first), hn::AndNot(chosen, second));
}

// kQuantumMax - v has the bits that v has not.
class Flipper {
 public:
  explicit Flipper(const PointWork& work) {
    const std::size_t period = SamplesOf(work.channels);
    for (std::size_t i = 0; i < hn::MaxLanes(Quanta()); ++i)
      flipped_[i] = *work.flips >> i % period & 1 ? kAllBits : 0;
  }

  void Row(const QuantumSample* in, QuantumSample* out, std::size_t samples) const {
    ForVectors(in, out, samples,
               [this](Vector v, std::size_t) { return hn::Xor(v, hn::Load(Quanta(), flipped_)); });
  }

 private:
  HWY_ALIGN QuantumSample flipped_[hn::MaxLanes(Quanta())];
};

// Tables for four samples, all of them there.
using Tables = const QuantumSample* [kChannels];

// Samples to fetch ahead of those that are looked up.
constexpr std::size_t kAhead = 2048 / sizeof(QuantumSample);

// Pixels [0, samples / 4) through the tables: each is read and written as one number, since what
// takes the time are the accesses to memory. There is nothing to gain from gathering.
template <bool kFourthStays>
void LookUpPixels(const Tables& tables, const QuantumSample* in, QuantumSample* out,
                  std::size_t samples) {
  constexpr PixelNumber kFourth = PixelNumber{kAllBits} << SampleShift(3);
  for (std::size_t i = 0; i < samples; i += kChannels) {
    hwy::Prefetch(in + i + kAhead);
    const PixelNumber pixel = ReadPixel(in + i);
    PixelNumber made = kFourthStays ? pixel & kFourth : 0;
    const auto look_up = [&](std::size_t s) {
      made |= PixelNumber{tables[s][SampleOf(pixel, s)]} << SampleShift(s);
    };
    look_up(0);
    look_up(1);
    look_up(2);
    if constexpr (!kFourthStays) look_up(3);
    std::memcpy(out + i, &made, sizeof made);
  }
}

void LookUp(const PointWork& work, const QuantumSample* in, QuantumSample* out,
            std::size_t samples) {
  Tables tables;
  for (std::size_t s = 0; s < kChannels; ++s)
    tables[s] = work.tables[s] ? work.tables[s] : IdentityTable();
  (work.tables[3] ? LookUpPixels<false> : LookUpPixels<true>)(tables, in, out, samples);
}

// The same for pixels of one sample, four at a time.
void LookUpGrey(const PointWork& work, const QuantumSample* in, QuantumSample* out,
                std::size_t samples) {
  const QuantumSample* table = work.tables[0] ? work.tables[0] : IdentityTable();
  const std::size_t whole = samples / kChannels * kChannels;
  LookUpPixels<false>({table, table, table, table}, in, out, whole);
  for (std::size_t i = whole; i < samples; ++i) out[i] = table[in[i]];
}

// Truths of 32 bits, one for each pixel of a vector, as wide as a pixel.
template <class Truths>
HWY_INLINE hn::Vec<Pixels> ForPixels(Truths truths) {
  if constexpr (LS_QUANTUM_DEPTH == 8)
    return hn::BitCast(Pixels(), truths);
  else
    return hn::BitCast(Pixels(), hn::PromoteTo(hn::RebindToSigned<Pixels>(), truths));
}

// A piece of a row, which waits in the nearest cache between the steps.
constexpr std::size_t kPiecePixels = 256, kPieceSamples = kPiecePixels * kChannels;

// One pixel per lane.
using Wide = hn::CappedTag<std::uint32_t, 16>;
using Narrow = hn::Rebind<QuantumSample, Wide>;

class Changer {
 public:
  explicit Changer(const PointWork& work) : work_(work) {
    if (!work.fill) return;
    for (std::size_t i = 0; i < hn::MaxLanes(Quanta()); ++i) {
      values_[i] = work.fill->values[i % kChannels];
      stays_[i] = work.fill->stays[i % kChannels];
    }
  }

  void Row(const QuantumSample* in, QuantumSample* out, std::size_t samples) {
    for (std::size_t begin = 0; begin < samples; begin += kPieceSamples) {
      const std::size_t count = std::min(kPieceSamples, samples - begin);
      std::copy_n(in + begin, count, in_);
      Change(count);
      ForVectors(in + begin, out + begin, count, [&](Vector from, std::size_t i) {
        const Vector chosen = hn::BitCast(Quanta(), hn::Load(Pixels(), chosen_ + i / kChannels));
        return Choose(chosen, Made(from, i), from);
      });
    }
  }

  // Only the first table, of the intensity.
  void GreyRow(const QuantumSample* in, QuantumSample* out, std::size_t samples) {
    for (std::size_t begin = 0; begin < samples; begin += kPieceSamples) {
      const std::size_t count = std::min(kPieceSamples, samples - begin);
      const bool whole = count % (kChannels * hn::Lanes(Wide())) == 0;
      if (!whole) std::copy_n(in + begin, count, in_);
      FindIntensities(whole ? in + begin : in_, count);
      // A loop, since a function of the C++ library would not inline what is compiled for this
      // instruction set.
      for (std::size_t i = 0; i < count / kChannels; ++i)
        out[begin / kChannels + i] = work_.tables[0][intensities_[i]];
    }
  }

 private:
  // Of in_, which is as long as a piece, the first `count` samples.
  void Change(std::size_t count) {
    if (work_.rule.from_intensity || work_.rule.selection == MagickAccelerateInRange)
      FindIntensities(in_, count);
    if (work_.rule.from_intensity) {
      LookUpIntensities(count);
    } else if (!work_.fill) {
      LookUp(work_, in_, made_, count);
    }
    Select(count / kChannels);
  }

  // More than needed are computed where the last vector is not full.
  void FindIntensities(const QuantumSample* in, std::size_t count) {
    const Wide d;
    for (std::size_t i = 0; i < count; i += kChannels * hn::Lanes(d)) {
      hn::Vec<Narrow> colors[kChannels];
      hn::LoadInterleaved4(Narrow(), in + i, colors[0], colors[1], colors[2], colors[3]);
      auto sum = hn::Zero(d);
      for (std::size_t s = 0; s < 3; ++s)
        sum = hn::Add(sum, hn::Mul(hn::PromoteTo(d, colors[s]), hn::Set(d, work_.rule.weights[s])));
      hn::StoreU(hn::ShiftRight<kIntensityShift>(sum), d, intensities_ + i / kChannels);
    }
  }

  void LookUpIntensities(std::size_t count) {
    const auto& tables = work_.tables;
    for (std::size_t i = 0; i < count; i += kChannels) {
      const std::uint32_t intensity = intensities_[i / kChannels];
      for (std::size_t s = 0; s < 3; ++s) made_[i + s] = tables[s][intensity];
      made_[i + 3] = tables[3] ? tables[3][in_[i + 3]] : in_[i + 3];
    }
  }

  // What becomes of samples [i, ...) of a piece if they change.
  Vector Made(Vector from, std::size_t i) const {
    const Quanta d;
    return work_.fill ? Choose(hn::Load(d, stays_), from, hn::Load(d, values_))
                      : hn::Load(d, made_ + i);
  }

  // `chosen(pixels)` says of which all bits are to be set.
  template <class Chosen>
  void SelectWhere(std::size_t pixels, const Chosen& chosen) {
    const Pixels d;
    for (std::size_t i = 0; i < pixels; i += hn::Lanes(d))
      hn::Store(chosen(hn::BitCast(d, hn::Load(Quanta(), in_ + i * kChannels)), i), d, chosen_ + i);
  }

  // The square of the distance is below 2^34, and 2^18 of 8 bits.
  hn::Vec<Pixels> Near(hn::Vec<Pixels> pixels) const {
    const Pixels d;
    const hn::Repartition<std::uint32_t, Pixels> words;
    const hn::RebindToSigned<Pixels> numbers;
    constexpr bool kLittle = std::endian::native == std::endian::little;
    auto sum = hn::Zero(d);
    for (int s = 0; s < 3; ++s) {
      const int place = kLittle ? s : static_cast<int>(kChannels) - 1 - s;
      const auto sample = hn::And(hn::ShiftRightSame(pixels, place * LS_QUANTUM_DEPTH),
                                  hn::Set(d, PixelNumber{kAllBits}));
      const auto color = hn::BitCast(words, hn::Set(d, PixelNumber{work_.rule.color[s]}));
      const auto word = hn::BitCast(words, sample);
      const auto away = hn::Sub(hn::Max(word, color), hn::Min(word, color));
      if constexpr (LS_QUANTUM_DEPTH == 8)
        sum = hn::Add(sum, hn::BitCast(d, hn::Mul(away, away)));
      else if constexpr (kLittle)
        sum = hn::Add(sum, hn::BitCast(d, hn::MulEven(away, away)));
      else  // the lower half of a number is the odd one of its words
        sum =
            hn::Add(sum, hn::BitCast(d, hn::MulEven(hn::Shuffle2301(away), hn::Shuffle2301(away))));
    }
    const auto most = static_cast<hn::TFromD<decltype(numbers)>>(
        std::min(work_.rule.distance, std::uint64_t{3} * kQuantumMax * kQuantumMax));
    const auto beyond = hn::Gt(hn::BitCast(numbers, sum), hn::Set(numbers, most));
    return hn::BitCast(d, hn::Not(hn::VecFromMask(numbers, beyond)));
  }

  // Of pixel i and those after it.
  hn::Vec<Pixels> InRange(std::size_t i) const {
    const hn::Rebind<std::int32_t, Pixels> d;
    const auto bound = [&](std::uint32_t most) {
      return hn::Set(d, static_cast<std::int32_t>(std::min(most, kQuantumMax + 1U)));
    };
    const auto v = hn::BitCast(d, hn::LoadU(hn::Rebind<std::uint32_t, Pixels>(), intensities_ + i));
    const auto outside =
        hn::Or(hn::Lt(v, bound(work_.rule.low)), hn::Gt(v, bound(work_.rule.high)));
    const auto chosen = hn::Not(hn::VecFromMask(d, outside));
    return ForPixels(chosen);
  }

  void Select(std::size_t pixels) {
    switch (work_.rule.selection) {
      case MagickAccelerateAllPixels:
        std::fill_n(chosen_, pixels, static_cast<PixelNumber>(~PixelNumber{0}));
        return;
      case MagickAccelerateGreyPixels:
        return SelectWhere(pixels, [](auto v, std::size_t) { return GreyPixels(v); });
      case MagickAccelerateInRange:
        return SelectWhere(pixels, [this](auto, std::size_t i) { return InRange(i); });
      case MagickAccelerateNearColor:
        return SelectWhere(pixels, [this](auto v, std::size_t) { return Near(v); });
    }
  }

  const PointWork& work_;
  HWY_ALIGN QuantumSample in_[kPieceSamples] = {};
  HWY_ALIGN QuantumSample made_[kPieceSamples] = {};
  HWY_ALIGN PixelNumber chosen_[kPiecePixels] = {};
  HWY_ALIGN std::uint32_t intensities_[kPiecePixels] = {};
  HWY_ALIGN QuantumSample values_[hn::MaxLanes(Quanta())] = {};
  HWY_ALIGN QuantumSample stays_[hn::MaxLanes(Quanta())] = {};
};

void PointRows(const PointWork& work, std::size_t begin, std::size_t end) {
  const bool grey = work.channels == Channels::kGrey;
  const std::size_t samples = work.destination.columns * SamplesOf(work.channels);
  const auto for_rows = [&](auto row) {
    for (std::size_t y = begin; y < end; ++y)
      row(work.source.Row(y), work.destination.Row(y), samples);
  };
  if (work.flips) {
    const Flipper flipper(work);
    for_rows([&](auto... row) { flipper.Row(row...); });
  } else if (grey) {
    for_rows([&](auto... row) { LookUpGrey(work, row...); });
  } else if (work.grey_result) {
    Changer changer(work);
    for_rows([&](auto... row) { changer.GreyRow(row...); });
  } else if (work.rule.selection == MagickAccelerateAllPixels && !work.rule.from_intensity) {
    for_rows([&](auto... row) { LookUp(work, row...); });
  } else {
    Changer changer(work);
    for_rows([&](auto... row) { changer.Row(row...); });
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {
namespace {

bool IsTurned(const QuantumSample* table) {
  for (std::size_t v = 0; v <= kQuantumMax; ++v)
    if (table[v] != kQuantumMax - v) return false;
  return true;
}

}  // namespace

HWY_EXPORT(PointRows);

const QuantumSample* IdentityTable() {
  static const auto& table = *[] {
    auto* made = new std::vector<QuantumSample>(std::size_t{kQuantumMax} + 1);
    std::iota(made->begin(), made->end(), QuantumSample{0});
    return made;
  }();
  return table.data();
}

std::optional<std::uint32_t> FindFlips(const PointWork& work) {
  const bool single =
      work.channels == Channels::kGrey ||
      (work.rule.selection == MagickAccelerateAllPixels && !work.rule.from_intensity);
  if (!single) return std::nullopt;
  const QuantumSample* turned = nullptr;  // the same table may serve several samples
  std::uint32_t flips = 0;
  for (std::size_t s = 0; s < SamplesOf(work.channels); ++s) {
    const QuantumSample* table = work.tables[s];
    if (!table) continue;
    if (table != turned && !IsTurned(table)) return std::nullopt;
    turned = table;
    flips |= 1u << s;
  }
  return flips;
}

std::optional<Fill> FindFill(const PointWork& work) {
  if (work.rule.from_intensity || work.channels == Channels::kGrey) return std::nullopt;
  Fill fill{};
  for (std::size_t s = 0; s < kChannels; ++s) {
    const QuantumSample* const table = work.tables[s];
    if (table && !std::equal(table, table + kQuantumMax, table + 1)) return std::nullopt;
    fill.values[s] = table ? *table : 0;
    fill.stays[s] = table ? 0 : kQuantumMax;
  }
  return fill;
}

void PointBand(const PointWork& work, std::size_t begin, std::size_t end) {
  HWY_DYNAMIC_DISPATCH(PointRows)(work, begin, end);
}

}  // namespace lodestone::kernels
#endif
