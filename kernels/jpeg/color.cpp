#include "kernels/jpeg/color.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "kernels/common/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/jpeg/color.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Words = hn::CappedTag<std::int32_t, 16>;
using Bytes = hn::Rebind<std::uint8_t, Words>;
using Quanta = hn::Rebind<QuantumSample, Words>;
using Sums = hn::CappedTag<std::uint16_t, 32>;
using SumBytes = hn::Rebind<std::uint8_t, Sums>;

constexpr std::size_t kBeyond = 64;  // samples that vectors read or write behind a row
constexpr bool kLittle = std::endian::native == std::endian::little;

template <class V = hn::Vec<Bytes>>
HWY_INLINE hn::Vec<Quanta> QuantaOf(V bytes) {
  if constexpr (LS_QUANTUM_DEPTH == 8) {
    return bytes;
  } else {
    const auto wide = hn::PromoteTo(Quanta(), bytes);
    return hn::Or(hn::ShiftLeft<8>(wide), wide);
  }
}

// Rows of one component with a sample for each pixel.
class Upsampler {
 public:
  Upsampler(const JpegPlane& plane, const std::uint8_t* planes, std::size_t columns)
      : plane_(plane), samples_(planes + plane.offset) {
    if (plane.upsampling == JpegUpsampling::kNone) return;
    row_.resize((plane.columns + kBeyond) * 2 * plane.across + columns);
    sums_.resize(plane.columns + 2 * kBeyond);
  }

  const std::uint8_t* Row(std::size_t y) {
    switch (plane_.upsampling) {
      case JpegUpsampling::kNone:
        return In(y);
      case JpegUpsampling::kFancyAcross:
        SumAcross(In(y), In(y), 1, 0);
        Across<2>(1, 2);
        break;
      case JpegUpsampling::kFancyDown:
        Down(y);
        break;
      case JpegUpsampling::kFancy:
        SumAcross(In(y / 2), Neighbor(y), 3, 1);
        Across<4>(8, 7);
        break;
      case JpegUpsampling::kRepeated:
        Repeat(In(y / plane_.down));
        break;
    }
    return row_.data();
  }

 private:
  const std::uint8_t* In(std::size_t y) const {
    return samples_ + y % plane_.height * plane_.stride;
  }

  // The row that an output row is nearest to after its own.
  const std::uint8_t* Neighbor(std::size_t y) const {
    const std::size_t own = y / 2;
    if (y % 2 == 0) return In(own == 0 ? 0 : own - 1);
    return In(std::min<std::size_t>(own + 1, plane_.rows - 1));
  }

  // Of two rows, with the first and the last one repeated.
  void SumAcross(const std::uint8_t* own, const std::uint8_t* other, unsigned times_own,
                 unsigned times_other) {
    const Sums d;
    const SumBytes bytes;
    std::uint16_t* const out = sums_.data() + kBeyond;
    const std::size_t columns = plane_.columns;
    const auto a = hn::Set(d, static_cast<std::uint16_t>(times_own));
    const auto b = hn::Set(d, static_cast<std::uint16_t>(times_other));
    std::size_t x = 0;
    for (; x + hn::Lanes(d) <= columns; x += hn::Lanes(d)) {
      const auto sum = hn::Add(hn::Mul(hn::PromoteTo(d, hn::LoadU(bytes, own + x)), a),
                               hn::Mul(hn::PromoteTo(d, hn::LoadU(bytes, other + x)), b));
      hn::StoreU(sum, d, out + x);
    }
    for (; x < columns; ++x)
      out[x] = static_cast<std::uint16_t>(own[x] * times_own + other[x] * times_other);
    out[-1] = out[0];
    out[columns] = out[columns - 1];
  }

  // Three quarters of the nearest sum and one of the next, divided by 2^kBits; `left` and `right`
  // round.
  template <int kBits>
  void Across(std::uint16_t left, std::uint16_t right) {
    const Sums d;
    const SumBytes bytes;
    const std::uint16_t* const in = sums_.data() + kBeyond;
    const auto three = hn::Set(d, std::uint16_t{3});
    const auto rounds_left = hn::Set(d, left), rounds_right = hn::Set(d, right);
    for (std::size_t x = 0; x < plane_.columns; x += hn::Lanes(d)) {
      const auto own = hn::Mul(hn::LoadU(d, in + x), three);
      const auto first = hn::Add(hn::Add(own, hn::LoadU(d, in + x - 1)), rounds_left);
      const auto second = hn::Add(hn::Add(own, hn::LoadU(d, in + x + 1)), rounds_right);
      const hn::RebindToSigned<Sums> numbers;
      hn::StoreInterleaved2(
          hn::DemoteTo(bytes, hn::BitCast(numbers, hn::ShiftRight<kBits>(first))),
          hn::DemoteTo(bytes, hn::BitCast(numbers, hn::ShiftRight<kBits>(second))), bytes,
          row_.data() + 2 * x);
    }
  }

  void Down(std::size_t y) {
    const std::uint8_t *const own = In(y / 2), *const other = Neighbor(y);
    const int rounds = y % 2 == 0 ? 1 : 2;
    for (std::size_t x = 0; x < plane_.columns; ++x)
      row_[x] = static_cast<std::uint8_t>((own[x] * 3 + other[x] + rounds) >> 2);
  }

  void Repeat(const std::uint8_t* in) {
    const std::size_t across = plane_.across;
    for (std::size_t x = 0; x < plane_.columns; ++x)
      std::fill_n(row_.data() + x * across, across, in[x]);
  }

  const JpegPlane& plane_;
  const std::uint8_t* const samples_;
  std::vector<std::uint8_t> row_;
  std::vector<std::uint16_t> sums_;
};

// Calls one(x, store) for vectors of pixels from x on, store being where they go.
template <std::size_t kSamples, class One>
HWY_INLINE void ForVectors(QuantumSample* out, std::size_t columns, const One& one) {
  const std::size_t lanes = hn::Lanes(Words());
  std::size_t x = 0;
  for (; x + lanes <= columns; x += lanes) one(x, out + x * kSamples);
  if (x == columns) return;
  HWY_ALIGN QuantumSample last[hn::MaxLanes(Words()) * kSamples];
  one(x, last);
  std::copy_n(last, (columns - x) * kSamples, out + x * kSamples);
}

HWY_INLINE void StorePixels(hn::Vec<Bytes> red, hn::Vec<Bytes> green, hn::Vec<Bytes> blue,
                            QuantumSample* out) {
  const Quanta d;
  const auto r = QuantaOf(red), g = QuantaOf(green), b = QuantaOf(blue);
  if constexpr (kLittle)
    hn::StoreInterleaved4(b, g, r, hn::Zero(d), d, out);
  else
    hn::StoreInterleaved4(r, g, b, hn::Zero(d), d, out);
}

// Fractions of 16 bits: ITU-R BT.601 as JFIF has it.
HWY_INLINE void ColorRow(const std::uint8_t* luma, const std::uint8_t* blueness,
                         const std::uint8_t* redness, QuantumSample* out, std::size_t columns) {
  const Words d;
  const Bytes bytes;
  const auto load = [&](const std::uint8_t* from)
                        HWY_ATTR { return hn::PromoteTo(d, hn::LoadU(bytes, from)); };
  const auto middle = hn::Set(d, 128), half = hn::Set(d, 32768);
  const auto times = [&](auto v, int factor) HWY_ATTR { return hn::Mul(v, hn::Set(d, factor)); };
  ForVectors<kChannels>(out, columns, [&](std::size_t x, QuantumSample* to) HWY_ATTR {
    const auto y = load(luma + x);
    const auto cb = hn::Sub(load(blueness + x), middle), cr = hn::Sub(load(redness + x), middle);
    const auto added = [&](auto fractions) HWY_ATTR {
      return hn::DemoteTo(bytes, hn::Add(y, hn::ShiftRight<16>(hn::Add(fractions, half))));
    };
    StorePixels(added(times(cr, 91881)), added(hn::Add(times(cb, -22554), times(cr, -46802))),
                added(times(cb, 116130)), to);
  });
}

HWY_INLINE void PlainRow(const std::uint8_t* red, const std::uint8_t* green,
                         const std::uint8_t* blue, QuantumSample* out, std::size_t columns) {
  const Bytes bytes;
  ForVectors<kChannels>(out, columns, [&](std::size_t x, QuantumSample* to) HWY_ATTR {
    StorePixels(hn::LoadU(bytes, red + x), hn::LoadU(bytes, green + x), hn::LoadU(bytes, blue + x),
                to);
  });
}

HWY_INLINE void GreyRow(const std::uint8_t* in, QuantumSample* out, std::size_t columns) {
  ForVectors<1>(out, columns, [&](std::size_t x, QuantumSample* to) HWY_ATTR {
    hn::StoreU(QuantaOf(hn::LoadU(Bytes(), in + x)), Quanta(), to);
  });
}

void Rows(const JpegSamples& samples, const DestinationView& destination, std::size_t begin,
          std::size_t end) {
  const JpegLayout& layout = samples.layout;
  const std::size_t columns = layout.columns;
  Upsampler first(layout.plane[0], samples.planes, columns);
  if (samples.frame.components == 1) {
    for (std::size_t y = begin; y < end; ++y) GreyRow(first.Row(y), destination.Row(y), columns);
    return;
  }
  Upsampler second(layout.plane[1], samples.planes, columns);
  Upsampler third(layout.plane[2], samples.planes, columns);
  for (std::size_t y = begin; y < end; ++y)
    (samples.frame.is_ycc ? ColorRow : PlainRow)(first.Row(y), second.Row(y), third.Row(y),
                                                 destination.Row(y), columns);
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(Rows);

void JpegBand(const JpegSamples& samples, const DestinationView& destination, std::size_t begin,
              std::size_t end) {
  HWY_DYNAMIC_DISPATCH(Rows)(samples, destination, begin, end);
}

}  // namespace lodestone::kernels
#endif
