#include "kernels/jpeg/encoded_samples.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "kernels/common/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/jpeg/encoded_samples.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/cache_control.h>

#include "kernels/jpeg/short_ops-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Shorts = hn::CappedTag<std::int16_t, 32>;
using Words = hn::Repartition<std::int32_t, Shorts>;
using Bytes = hn::Rebind<std::uint8_t, Shorts>;
using Quanta = hn::Rebind<QuantumSample, Shorts>;
using ShortVector = hn::Vec<Shorts>;
using WordVector = hn::Vec<Words>;

constexpr std::size_t kSide = 8;
// Samples that are computed at once, or more: a row of a chunk is a multiple of it.
constexpr std::size_t kMost = 32;
constexpr bool kLittle = std::endian::native == std::endian::little;

// Rounded to bytes.
template <class V>
HWY_INLINE ShortVector Narrowed(V quanta) {
  if constexpr (LS_QUANTUM_DEPTH == 8) {
    return hn::PromoteTo(Shorts(), quanta);
  } else {
    const auto value = hn::SaturatedAdd(quanta, hn::Set(Quanta(), 128));
    return hn::BitCast(Shorts(), hn::ShiftRight<8>(hn::Sub(value, hn::ShiftRight<8>(value))));
  }
}

struct Colors {
  ShortVector red, green, blue;
};

// Fractions of 16 bits: ITU-R BT.601 as JFIF has it. Its factors add up to 1, or to 0, so that
// differences from green suffice; those of one half are negative, as 16 bits hold only that.
HWY_INLINE Colors Converted(const Colors& c) {
  const Shorts d;
  const ShortVector red = hn::Sub(c.red, c.green), blue = hn::Sub(c.blue, c.green);
  const auto lower = hn::InterleaveLower(d, red, blue), upper = hn::InterleaveUpper(d, red, blue);
  const auto luma = [&](ShortVector pairs) HWY_ATTR {
    const WordVector sum = PairSums(d, pairs, 19595, 7471);
    return hn::ShiftRight<16>(hn::Add(sum, hn::Set(Words(), 32768)));
  };
  const auto chroma = [&](ShortVector pairs, int red_factor, int blue_factor) HWY_ATTR {
    const WordVector sum = PairSums(d, pairs, red_factor, blue_factor);
    return hn::ShiftRight<16>(hn::Sub(hn::Set(Words(), (128 << 16) + 32767), sum));
  };
  return {hn::Add(c.green, Joined(d, luma(lower), luma(upper))),
          Joined(d, chroma(lower, 11059, -32768), chroma(upper, 11059, -32768)),
          Joined(d, chroma(lower, -32768, 5329), chroma(upper, -32768, 5329))};
}

HWY_INLINE Colors LoadColors(const QuantumSample* pixels) {
  hn::Vec<Quanta> first, green, third, opacity;
  hn::LoadInterleaved4(Quanta(), pixels, first, green, third, opacity);
  return {Narrowed(kLittle ? third : first), Narrowed(green), Narrowed(kLittle ? first : third)};
}

HWY_INLINE void StoreBytes(ShortVector v, std::uint8_t* to) {
  hn::StoreU(hn::DemoteTo(Bytes(), v), Bytes(), to);
}

// The next chunk of the same rows: too short for the processor to see them coming.
HWY_INLINE void FetchNext(const QuantumSample* samples, std::size_t count) {
  constexpr std::size_t kLine = 64 / sizeof(QuantumSample);
  for (std::size_t i = 0; i < count; i += kLine) hwy::Prefetch(samples + i);
}

// A vector of pixels to one of each component, `plane` apart.
template <bool kConverts>
HWY_INLINE void ColorVector(const QuantumSample* pixels, std::uint8_t* to, std::size_t plane) {
  Colors colors = LoadColors(pixels);
  if constexpr (kConverts) colors = Converted(colors);
  StoreBytes(colors.red, to);
  StoreBytes(colors.green, to + plane);
  StoreBytes(colors.blue, to + 2 * plane);
}

template <bool kConverts>
HWY_INLINE void ColorRow(const QuantumSample* pixels, std::size_t columns, std::uint8_t* to,
                         std::size_t plane) {
  const std::size_t lanes = hn::Lanes(Shorts());
  std::size_t x = 0;
  for (; x + lanes <= columns; x += lanes) {
    FetchNext(pixels + (columns + x) * kChannels, lanes * kChannels);
    ColorVector<kConverts>(pixels + x * kChannels, to + x, plane);
  }
  if (x == columns) return;
  HWY_ALIGN QuantumSample rest[kMost * kChannels] = {};
  std::copy_n(pixels + x * kChannels, (columns - x) * kChannels, rest);
  ColorVector<kConverts>(rest, to + x, plane);
}

HWY_INLINE void GreyRow(const QuantumSample* samples, std::size_t columns, std::uint8_t* to) {
  const std::size_t lanes = hn::Lanes(Shorts());
  std::size_t x = 0;
  for (; x + lanes <= columns; x += lanes)
    StoreBytes(Narrowed(hn::LoadU(Quanta(), samples + x)), to + x);
  if (x == columns) return;
  HWY_ALIGN QuantumSample rest[kMost] = {};
  std::copy_n(samples + x, columns - x, rest);
  StoreBytes(Narrowed(hn::Load(Quanta(), rest)), to + x);
}

// The means of two columns of one row, or of two; what rounds alternates.
template <int kRows>
HWY_INLINE void Halve(const std::uint8_t* first, const std::uint8_t* second, std::size_t columns,
                      std::uint8_t* to) {
  const hn::RebindToUnsigned<Shorts> d;
  const hn::Repartition<std::uint8_t, Shorts> bytes;
  const auto sum = [&](const std::uint8_t* from) HWY_ATTR {
    const auto both = hn::BitCast(d, hn::LoadU(bytes, from));
    return hn::Add(hn::And(both, hn::Set(d, 255)), hn::ShiftRight<8>(both));
  };
  const auto rounds = hn::Add(hn::And(hn::Iota(d, 0), hn::Set(d, 1)), hn::Set(d, kRows - 1));
  for (std::size_t x = 0; x < columns; x += hn::Lanes(d)) {
    auto total = hn::Add(sum(first + 2 * x), rounds);
    if constexpr (kRows == 2) total = hn::Add(total, sum(second + 2 * x));
    StoreBytes(hn::BitCast(Shorts(), hn::ShiftRight<kRows>(total)), to + x);
  }
}

// The means of rectangles.
void Shrink(const std::uint8_t* from, std::size_t stride, const JpegChunkPart& part,
            std::size_t columns, std::uint8_t* to) {
  const std::size_t count = part.times_across * part.times_down;
  for (std::size_t x = 0; x < columns; ++x) {
    std::size_t sum = count / 2;
    for (std::size_t j = 0; j < part.times_down; ++j)
      for (std::size_t i = 0; i < part.times_across; ++i)
        sum += from[j * stride + x * part.times_across + i];
    to[x] = static_cast<std::uint8_t>(sum / count);
  }
}

class Taker {
 public:
  Taker(const JpegSource& source, const JpegChunk& chunk, std::uint8_t* samples)
      : source_(source), mcus_(source.mcus), samples_(samples) {
    const std::size_t width = mcus_.across * kSide;
    const std::size_t filled = (chunk.count + 3) / 4 * 4;  // MCUs, so that vectors are full
    stride_ = kJpegChunk * width;
    plane_ = stride_ * mcus_.down * kSide;
    first_column_ = chunk.first * width;
    columns_ = filled * width;
    real_columns_ = std::min(columns_, source.pixels.columns - first_column_);
    first_row_ = chunk.row * mcus_.down * kSide;
    const std::size_t rows =
        std::min<std::size_t>(mcus_.down * kSide, source.pixels.rows - first_row_);
    groups_ = (rows + mcus_.down - 1) / mcus_.down;
  }

  void Do() {
    for (std::size_t y = 0; y < groups_ * mcus_.down; ++y) TakeRow(y);
    for (std::size_t c = 0; c < mcus_.components; ++c) {
      const JpegChunkPart& part = mcus_.part[c];
      if (!part.is_whole()) Downsample(part, samples_ + c * plane_);
      RepeatLastRow(part);
    }
  }

 private:
  // Those beyond the last one, which only complete a sample, are the same.
  void TakeRow(std::size_t y) {
    const SourceView& pixels = source_.pixels;
    const std::size_t row = std::min(first_row_ + y, pixels.rows - 1);
    std::uint8_t* const to = samples_ + y * stride_;
    if (mcus_.components == 1)
      GreyRow(pixels.Row(row) + first_column_, real_columns_, to);
    else if (source_.encoding.converts != 0)
      ColorRow<true>(pixels.Row(row) + first_column_ * kChannels, real_columns_, to, plane_);
    else
      ColorRow<false>(pixels.Row(row) + first_column_ * kChannels, real_columns_, to, plane_);
    for (std::size_t c = 0; real_columns_ < columns_ && c < mcus_.components; ++c)
      std::memset(to + c * plane_ + real_columns_, to[c * plane_ + real_columns_ - 1],
                  columns_ - real_columns_);
  }

  void Downsample(const JpegChunkPart& part, const std::uint8_t* from) {
    const std::size_t columns = columns_ / part.times_across;
    for (std::size_t y = 0; y < groups_ * part.down; ++y) {
      const std::uint8_t* const in = from + y * part.times_down * stride_;
      std::uint8_t* const to = samples_ + part.first_sample + y * part.stride;
      if (part.times_across == 2 && part.times_down == 1)
        Halve<1>(in, in, columns, to);
      else if (part.times_across == 2 && part.times_down == 2)
        Halve<2>(in, in + stride_, columns, to);
      else
        Shrink(in, stride_, part, columns, to);
    }
  }

  // Of samples, which may be a mean of rows of pixels.
  void RepeatLastRow(const JpegChunkPart& part) {
    std::uint8_t* const samples = samples_ + part.first_sample;
    const std::size_t rows = groups_ * part.down;
    for (std::size_t y = rows; y < part.down * kSide; ++y)
      std::memcpy(samples + y * part.stride, samples + (rows - 1) * part.stride,
                  columns_ / part.times_across);
  }

  const JpegSource& source_;
  const JpegMcus& mcus_;
  std::uint8_t* const samples_;
  std::size_t stride_, plane_;                         // of components at full size
  std::size_t first_column_, columns_, real_columns_;  // of pixels
  std::size_t first_row_, groups_;                     // of pixels; of rows that make a sample
};

void TakeSamples(const JpegSource& source, const JpegChunk& chunk, std::uint8_t* samples) {
  Taker(source, chunk, samples).Do();
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(TakeSamples);

void TakeJpegSamples(const JpegSource& source, const JpegChunk& chunk, std::uint8_t* samples) {
  HWY_DYNAMIC_DISPATCH(TakeSamples)(source, chunk, samples);
}

}  // namespace lodestone::kernels
#endif
