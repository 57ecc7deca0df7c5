// Convolutions of grey pixels with few taps, which sum rows without transposing: converting a
// sample again for each row that needs it costs less than transposing sample by sample for the
// horizontal pass. (Pixels of four samples are transposed in whole blocks.)
#if defined(LODESTONE_FEW_TAPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_FEW_TAPS_INL
#undef LODESTONE_FEW_TAPS_INL
#else
#define LODESTONE_FEW_TAPS_INL
#endif

#include "kernels/resample/cpu/destination_rows-inl.hpp"
#include "kernels/resample/cpu/uniform.hpp"
#include "kernels/resample/cpu/windows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

// A row goes through both passes, the vertical one first, piece by piece. The last vector of a
// piece starts early, so that nothing beyond the piece is read or written.
class FewTaps {
 public:
  explicit FewTaps(const ResampleWork& work)
      : work_(work),
        rules_(RulesOf(work)),
        across_(Across(work)),
        pieces_(PiecesOf<Kind::kGrey>(work.horizontal.outputs, kPieceSamples)),
        destination_(work.destination, pieces_.MaxCount(), !work.read_at_once),
        intermediate_(NewFloats(MaxWindow(work.horizontal, pieces_))) {}

  void Run(std::size_t begin, std::size_t end, const RowsDone& rows_done) {
    constexpr std::size_t kGroupRows = 16;
    for (std::size_t y = begin; y < end; y += kGroupRows) {
      const std::size_t stop = std::min(end, y + kGroupRows);
      Group(y, stop);
      if (!rows_done(stop - y)) return;
    }
  }

  // Away from its borders the image has uniform weights, in pieces longer than a vector.
  static bool Fits(const ResampleWork& work) {
    if (!work.vertical_first || work.linear_light || work.vertical.max_count > kMaxTaps ||
        work.horizontal.max_count > kMaxTaps)
      return false;
    const UniformOutputs across = Across(work);
    const std::size_t alike = across.end - across.begin;
    return alike >= 2 * kLanes && work.horizontal.outputs - alike <= 2 * kMaxTaps;
  }

 private:
  static constexpr std::size_t kMaxTaps = 9;
  static constexpr std::size_t kPieceSamples = 4096;

  static UniformOutputs Across(const ResampleWork& work) {
    return FindUniformOutputs(work.horizontal, 0, work.horizontal.outputs);
  }

  // Source rows are shared by the rows of a group while they are in the cache.
  void Group(std::size_t begin, std::size_t end) {
    destination_.Start(begin, end, 0);
    for (std::size_t i = 0; i < pieces_.count; ++i) {
      const std::size_t right = pieces_.Begin(i + 1);
      for (std::size_t y = begin; y < end; ++y) Piece(y, pieces_.Begin(i), right);
      destination_.Done(right, right == pieces_.outputs);
    }
  }

  void Piece(std::size_t y, std::size_t left, std::size_t right) {
    const MagickAccelerateAxis& axis = work_.horizontal;
    const std::size_t first = axis.first[left];
    Vertical(y, first, InputsBefore(axis, right - 1) - first);
    const std::size_t begin = std::clamp(across_.begin, left, right);
    std::size_t end = std::clamp(across_.end, begin, right);
    if (end - begin < kLanes) end = begin;  // no whole vector
    for (std::size_t x = left; x < begin; ++x) Single(y, x, first);
    if (begin < end)
      Horizontal(intermediate_.get() + across_.First(begin) - first, end - begin,
                 destination_.At(y, begin));
    for (std::size_t x = end; x < right; ++x) Single(y, x, first);
  }

  // Sums of source columns [x, x + pixels) for row y.
  void Vertical(std::size_t y, std::size_t x, std::size_t pixels) {
    if (work_.clamps_intermediate)
      SumsDown(y, x, pixels, [&](WideVector sum) HWY_ATTR {
        return ToIntermediate<Kind::kGrey>(Wide(), sum, rules_);
      });
    else
      SumsDown(y, x, pixels, [](WideVector sum) HWY_ATTR { return sum; });
  }

  template <class Limit>
  HWY_INLINE void SumsDown(std::size_t y, std::size_t x, std::size_t pixels, Limit&& limit) {
    const MagickAccelerateAxis& axis = work_.vertical;
    const Wide d;
    const float* weights = axis.weights + axis.offset[y];
    const QuantumSample* source = work_.source.Row(axis.first[y]) + x;
    const std::size_t taps = axis.count[y], stride = work_.source.stride;
    ForVectors<kLanes>(pixels, [&](auto vectors, std::size_t i) {
      constexpr std::size_t kVectors = vectors();
      // The row that the next outputs need besides.
      constexpr std::size_t kLine = 64 / sizeof(QuantumSample);
      for (std::size_t at = 0; at < kVectors * kLanes; at += kLine)
        hwy::Prefetch(source + taps * stride + i + at);
      WideVector sums[kVectors];
      LS_UNROLL for (auto& sum : sums) sum = hn::Zero(d);
      for (std::size_t k = 0; k < taps; ++k) {
        const auto weight = hn::Set(d, weights[k]);
        const QuantumSample* row = source + k * stride + i;
        LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v) sums[v] =
            Fma(d, weight, LoadQuanta<Kind::kGrey>(d, row + v * kLanes), sums[v]);
      }
      LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v)
          hn::StoreU(limit(sums[v]), d, intermediate_.get() + i + v * kLanes);
    });
  }

  void Horizontal(const float* intermediate, std::size_t samples, QuantumSample* to) {
    const Wide d;
    const hn::Rebind<QuantumSample, Wide> dq;
    ForVectors<kLanes>(samples, [&](auto vectors, std::size_t i) {
      constexpr std::size_t kVectors = vectors();
      WideVector sums[kVectors];
      LS_UNROLL for (auto& sum : sums) sum = hn::Zero(d);
      const float* input = intermediate + i;
      for (const float w : across_.weights) {
        const auto weight = hn::Set(d, w);
        LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v) sums[v] =
            Fma(d, weight, hn::LoadU(d, input + v * kLanes), sums[v]);
        ++input;
      }
      LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v)
          hn::StoreU(hn::DemoteTo(dq, Finish<Kind::kGrey>(d, sums[v])), dq, to + i + v * kLanes);
    });
  }

  // An output with weights of its own, or outside whole vectors.
  void Single(std::size_t y, std::size_t x, std::size_t first) {
    const MagickAccelerateAxis& axis = work_.horizontal;
    const float* weights = axis.weights + axis.offset[x];
    const float* input = intermediate_.get() + (axis.first[x] - first);
    HWY_ALIGN float sums[kLanes] = {};
    for (std::size_t k = 0; k < axis.count[x]; ++k) sums[0] = LS_FMA(weights[k], input[k], sums[0]);
    StoreRow<Kind::kGrey>(sums, 1, rules_, destination_.At(y, x));
  }

  const ResampleWork& work_;
  Rules rules_;
  UniformOutputs across_;
  Pieces pieces_;
  DestinationRows<Kind::kGrey> destination_;
  Floats intermediate_;
};

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
