#include "kernels/point/point_cpu.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "kernels/common/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/point/point_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Quanta = hn::CappedTag<QuantumSample, 64 / sizeof(QuantumSample)>;
using Vector = hn::Vec<Quanta>;
// Pixels of four samples, each as a number.
using PixelNumber = std::conditional_t<LS_QUANTUM_DEPTH == 8, std::uint32_t, std::uint64_t>;
using Pixels = hn::Repartition<PixelNumber, Quanta>;

constexpr QuantumSample kAllBits = kQuantumMax;

// All bits of the pixels whose three colours are alike.
HWY_INLINE Vector GreyPixels(Vector pixels) {
  constexpr bool kLittle = std::endian::native == std::endian::little;
  constexpr std::array<QuantumSample, kChannels> kTwoOfThem = {kLittle ? kAllBits : 0, kAllBits,
                                                               kLittle ? 0 : kAllBits, 0};
  const Pixels d;
  const auto numbers = hn::BitCast(d, pixels);
  // Each sample beside its neighbour: nothing is left where colours are alike.
  const auto differences = hn::And(hn::Xor(numbers, hn::ShiftRight<LS_QUANTUM_DEPTH>(numbers)),
                                   hn::Set(d, std::bit_cast<PixelNumber>(kTwoOfThem)));
  return hn::BitCast(Quanta(), hn::VecFromMask(d, hn::Eq(differences, hn::Zero(d))));
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
  explicit Flipper(const PointWork& work) : grey_only_(work.grey_only) {
    const std::size_t period = SamplesOf(work.channels);
    if (period == 1) grey_only_ = false;
    for (std::size_t i = 0; i < hn::MaxLanes(Quanta()); ++i)
      flipped_[i] = *work.flips >> i % period & 1 ? kAllBits : 0;
  }

  void Row(const QuantumSample* in, QuantumSample* out, std::size_t samples) const {
    ForVectors(in, out, samples, [this](Vector v, std::size_t) { return Flipped(v); });
  }

 private:
  HWY_INLINE Vector Flipped(Vector v) const {
    auto bits = hn::Load(Quanta(), flipped_);
    if (grey_only_) bits = hn::And(bits, GreyPixels(v));
    return hn::Xor(v, bits);
  }

  bool grey_only_;
  HWY_ALIGN QuantumSample flipped_[hn::MaxLanes(Quanta())];
};

// Samples [0, samples) through the tables. There is nothing to gain from gathering: what takes the
// time is one access to a table for each sample.
template <std::size_t kPeriod>
void LookUp(const QuantumSample* const (&tables)[kChannels], const QuantumSample* in,
            QuantumSample* out, std::size_t samples) {
  for (std::size_t i = 0; i < samples; i += kPeriod)
    for (std::size_t s = 0; s < kPeriod; ++s)
      out[i + s] = tables[s] ? tables[s][in[i + s]] : in[i + s];
}

// The same, but for pixels that are not grey. A piece at a time waits in the nearest cache.
void LookUpGrey(const QuantumSample* const (&tables)[kChannels], const QuantumSample* in,
                QuantumSample* out, std::size_t samples) {
  constexpr std::size_t kPiece = 1024;
  HWY_ALIGN QuantumSample made[kPiece] = {};
  for (std::size_t begin = 0; begin < samples; begin += kPiece) {
    const std::size_t count = std::min(kPiece, samples - begin);
    LookUp<kChannels>(tables, in + begin, made, count);
    ForVectors(in + begin, out + begin, count, [&](Vector from, std::size_t i) {
      return Choose(GreyPixels(from), hn::Load(Quanta(), made + i), from);
    });
  }
}

void PointRows(const PointWork& work, std::size_t begin, std::size_t end) {
  const bool grey = work.channels == Channels::kGrey;
  const std::size_t samples = work.destination.columns * SamplesOf(work.channels);
  const auto look_up = grey ? LookUp<1> : work.grey_only ? LookUpGrey : LookUp<kChannels>;
  if (work.flips) {
    const Flipper flipper(work);
    for (std::size_t y = begin; y < end; ++y)
      flipper.Row(work.source.Row(y), work.destination.Row(y), samples);
    return;
  }
  for (std::size_t y = begin; y < end; ++y)
    look_up(work.tables, work.source.Row(y), work.destination.Row(y), samples);
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

std::optional<std::uint32_t> FindFlips(const PointWork& work) {
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

void PointBand(const PointWork& work, std::size_t begin, std::size_t end) {
  HWY_DYNAMIC_DISPATCH(PointRows)(work, begin, end);
}

}  // namespace lodestone::kernels
#endif
