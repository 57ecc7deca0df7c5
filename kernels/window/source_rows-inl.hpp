// Rows of a bordered source, as the floats that are summed or unchanged, each prepared once while a
// window moves down the image.
#if defined(LODESTONE_SOURCE_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_SOURCE_ROWS_INL
#undef LODESTONE_SOURCE_ROWS_INL
#else
#define LODESTONE_SOURCE_ROWS_INL
#endif

#include <algorithm>
#include <cstring>

#include "kernels/common/aligned_array.hpp"
#include "kernels/window/bordered_source.hpp"
#include "kernels/common/vector_ops-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

template <Kind kKind>
HWY_INLINE void ToFloats(const QuantumSample* from, std::size_t samples, float* to) {
  const Wide d;
  std::size_t i = 0;
  for (; i + kLanes <= samples; i += kLanes) hn::StoreU(LoadQuanta<kKind>(d, from + i), d, to + i);
  if (i == samples) return;
  HWY_ALIGN QuantumSample last[kLanes] = {};
  HWY_ALIGN float made[kLanes];
  std::copy(from + i, from + samples, last);
  hn::Store(LoadQuanta<kKind>(d, last), d, made);
  std::copy_n(made, samples - i, to + i);
}

HWY_INLINE void CopySamples(const QuantumSample* from, std::size_t samples, Channels channels,
                            float* to) {
  if (channels == Channels::kWeighted)
    ToFloats<Kind::kWeighted>(from, samples, to);
  else
    ToFloats<Kind::kFour>(from, samples, to);
}

HWY_INLINE void CopySamples(const QuantumSample* from, std::size_t samples, Channels,
                            QuantumSample* to) {
  std::memcpy(to, from, samples * sizeof *to);
}

// Of the rows under a window: they stay in the L2 cache. (Shorter pieces of rows, for the L1 cache,
// come from memory up to a quarter slower.)
constexpr std::size_t kWindowBytes = 131072;

template <class Sample>
class SourceRows {
 public:
  // At most `rows` rows of `columns` virtual columns at a time. That many extra samples can be read
  // after the last one: vectors end there.
  SourceRows(const BorderedSource& source, std::size_t rows, std::size_t columns, std::size_t slack)
      : source_(source),
        samples_(SamplesOf(source.channels)),
        rows_(rows),
        pitch_((columns * samples_ + slack + kAlign - 1) / kAlign * kAlign),
        data_(NewAligned<Sample>(rows * pitch_)) {
    std::fill_n(data_.get(), rows * pitch_, Sample{});
  }

  // The next rows start at virtual row y, with virtual columns [left, right).
  void Start(std::ptrdiff_t y, std::ptrdiff_t left, std::ptrdiff_t right) {
    next_ = y;
    left_ = left;
    right_ = right;
  }
  // Prepares the rows up to y.
  void MakeUpTo(std::ptrdiff_t y) {
    for (; next_ <= y; ++next_) Make(next_);
  }
  // The first sample of virtual column x in row y.
  const Sample* At(std::ptrdiff_t y, std::ptrdiff_t x) const { return Place(y) + Offset(x); }

 private:
  static constexpr std::size_t kAlign = 64 / sizeof(Sample);

  Sample* Place(std::ptrdiff_t y) const {
    const auto rows = static_cast<std::ptrdiff_t>(rows_);
    return data_.get() + static_cast<std::size_t>((y % rows + rows) % rows) * pitch_;
  }
  std::ptrdiff_t Offset(std::ptrdiff_t x) const {
    return (x - left_) * static_cast<std::ptrdiff_t>(samples_);
  }

  void Make(std::ptrdiff_t y) {
    Sample* to = Place(y);
    ForRow(
        source_, source_.Row(y), left_, right_,
        [&](std::ptrdiff_t x, const QuantumSample* from, std::size_t count) {
          CopySamples(from, count * samples_, source_.channels, to + Offset(x));
        },
        [&](std::ptrdiff_t x, const QuantumSample* pixel) {
          CopySamples(pixel, samples_, source_.channels, to + Offset(x));
        });
  }

  const BorderedSource& source_;
  std::size_t samples_, rows_, pitch_;
  AlignedArray<Sample> data_;
  std::ptrdiff_t next_ = 0, left_ = 0, right_ = 0;
};

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
