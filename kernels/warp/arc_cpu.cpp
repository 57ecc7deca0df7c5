#include <algorithm>
#include <cstdint>
#include <cstring>

#include "kernels/common/aligned_array.hpp"
#include "kernels/common/targets.hpp"
#include "kernels/common/weighted_sums.hpp"
#include "kernels/warp/arc.h"
#include "kernels/warp/place_reader.hpp"
#include "kernels/warp/warp_cpu.hpp"
#include "kernels/warp/warp_loops.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/warp/arc_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Longs = hn::CappedTag<std::int64_t, 8>;

// Where the pixels of a row are turned to by each angle that counts. From one pixel to the next,
// each of these positions moves by twice its cosine and its sine.
class ArcPlaces {
 public:
  explicit ArcPlaces(const WarpWork& work)
      : work_(work),
        columns_(work.rule.whole[0]),
        rows_(work.rule.whole[1]),
        angles_(work.rule.whole[2]),
        pitch_((static_cast<std::size_t>(angles_) + 7) / 8 * 8),
        data_(NewAligned<std::int64_t>(4 * pitch_)) {}

  // To pixel x of row y: the first of the row, or the next one.
  void MoveTo(std::size_t x, std::size_t y) {
    const std::int64_t across = 2 * static_cast<std::int64_t>(x) - (columns_ - 1);
    const std::int64_t down = 2 * static_cast<std::int64_t>(y) - (rows_ - 1);
    const std::int64_t width = columns_ - 1, height = rows_ - 1;
    const int stride =
        LsArcStride(across * across + down * down, width * width + height * height, angles_);
    if (x > 0 && stride == stride_) return Advance();
    stride_ = stride;
    count_ = (static_cast<std::size_t>(angles_) - 1) / static_cast<std::size_t>(stride) + 1;
    Start(across, down);
  }
  std::size_t count() const { return count_; }
  int Column(std::size_t i) const { return LS_ARC_PIXEL(data_[i]); }
  int Row(std::size_t i) const { return LS_ARC_PIXEL(data_[pitch_ + i]); }

 private:
  void Start(std::int64_t across, std::int64_t down) {
    const float* entry = work_.table;
    for (std::size_t i = 0; i < count_; ++i, entry += stride_ * LS_ARC_ENTRIES) {
      const std::int64_t cosine = LsArcFactor(entry), sine = LsArcFactor(entry + 2);
      data_[i] = LsArcPosition(across * cosine - down * sine, columns_);
      data_[pitch_ + i] = LsArcPosition(across * sine + down * cosine, rows_);
      data_[2 * pitch_ + i] = 2 * cosine;
      data_[3 * pitch_ + i] = 2 * sine;
    }
  }
  void Advance() {
    const Longs d;
    for (std::int64_t* to = data_.get(); to < data_.get() + 2 * pitch_; to += pitch_)
      for (std::size_t i = 0; i < count_; i += hn::Lanes(d))
        hn::Store(hn::Add(hn::Load(d, to + i), hn::Load(d, to + 2 * pitch_ + i)), d, to + i);
  }

  const WarpWork& work_;
  const int columns_, rows_, angles_;
  const std::size_t pitch_;
  // Positions across, positions down, and by how much they move.
  const AlignedArray<std::int64_t> data_;
  int stride_ = 0;
  std::size_t count_ = 0;
};

// All samples alike; the last of opaque pixels is 0.
struct FourSums {
  static constexpr std::size_t kCount = kChannels;
  using D = hn::FixedTag<std::uint32_t, 4>;

  HWY_INLINE FourSums() : sum(hn::Zero(D())) {}
  HWY_INLINE void Add(const QuantumSample* pixel) {
    const hn::Rebind<QuantumSample, D> narrow;
    sum = hn::Add(sum, hn::PromoteTo(D(), hn::LoadU(narrow, pixel)));
  }
  HWY_INLINE void Store(Channels channels, std::uint32_t count, QuantumSample* out) const {
    HWY_ALIGN std::uint32_t sums[kChannels];
    hn::Store(sum, D(), sums);
    for (std::size_t c = 0; c < kChannels; ++c)
      out[c] = static_cast<QuantumSample>(LS_WHOLE_MEAN(sums[c], count));
    if (channels == Channels::kOpaque) out[kChannels - 1] = 0;
  }

  hn::Vec<D> sum;
};

struct WeightedPixels {
  static constexpr std::size_t kCount = kChannels;

  HWY_INLINE void Add(const QuantumSample* pixel) { sums.Add(1, pixel); }
  HWY_INLINE void Store(Channels, std::uint32_t count, QuantumSample* out) const {
    sums.StoreMean(count, out);
  }

  WeightedSums sums;
};

struct OneSum {
  static constexpr std::size_t kCount = 1;

  HWY_INLINE void Add(const QuantumSample* pixel) { sum += *pixel; }
  HWY_INLINE void Store(Channels, std::uint32_t count, QuantumSample* out) const {
    *out = static_cast<QuantumSample>(LS_WHOLE_MEAN(sum, count));
  }

  std::uint32_t sum = 0;
};

template <class Sums>
void ArcRowsOf(const WarpWork& work, std::size_t begin, std::size_t end) {
  const PlaceReader<Sums::kCount> reader(work.source, work.rule.outside, work.constant);
  ArcPlaces places(work);
  for (std::size_t y = begin; y < end; ++y) {
    QuantumSample* out = work.destination.Row(y);
    for (std::size_t x = 0; x < work.destination.columns; ++x, out += Sums::kCount) {
      places.MoveTo(x, y);
      Sums sums;
      for (std::size_t i = 0; i < places.count(); ++i)
        sums.Add(reader.At(places.Column(i), places.Row(i)));
      sums.Store(work.channels, static_cast<std::uint32_t>(places.count()), out);
    }
  }
}

void ArcRows(const WarpWork& work, std::size_t begin, std::size_t end) {
  switch (work.channels) {
    case Channels::kGrey:
      return ArcRowsOf<OneSum>(work, begin, end);
    case Channels::kWeighted:
      return ArcRowsOf<WeightedPixels>(work, begin, end);
    default:
      return ArcRowsOf<FourSums>(work, begin, end);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::kernels {

HWY_EXPORT(ArcRows);

void ArcBand(const WarpWork& work, std::size_t begin, std::size_t end) {
  HWY_DYNAMIC_DISPATCH(ArcRows)(work, begin, end);
}

}  // namespace lodestone::kernels
#endif
