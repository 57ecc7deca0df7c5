// Convolutions in integers (see whole.hpp).
#if defined(LODESTONE_WHOLE_OPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_WHOLE_OPS_INL
#undef LODESTONE_WHOLE_OPS_INL
#else
#define LODESTONE_WHOLE_OPS_INL
#endif

#include "kernels/common/aligned_array.hpp"
#include "kernels/resample/cpu/box_ops-inl.hpp"
#include "kernels/resample/cpu/whole.hpp"

#if LS_QUANTUM_DEPTH == 8

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

// A row goes through both passes piece by piece; sums of the first pass are kept as 16 bits.
template <Kind kKind>
class WholeRows {
 public:
  WholeRows(const ResampleWork& work, const WholeConvolution& whole)
      : work_(work),
        whole_(whole),
        rules_(RulesOf(work)),
        pairs_(Pairs(whole.across.weights)),
        pieces_(PiecesOf<kKind>(work.horizontal.outputs, kPieceSamples)),
        intermediate_(
            NewAligned<std::uint16_t>((MaxWindow(work.horizontal, pieces_) + kSlack) * kStep)) {}

  // Source rows are shared by the rows of a group while they are in the cache.
  void Run(std::size_t begin, std::size_t end, const RowsDone& rows_done) {
    constexpr std::size_t kGroupRows = 32;
    for (std::size_t y = begin; y < end; y += kGroupRows) {
      const std::size_t stop = std::min(end, y + kGroupRows);
      for (std::size_t i = 0; i < pieces_.count; ++i)
        for (std::size_t row = y; row < stop; ++row)
          Piece(row, pieces_.Begin(i), pieces_.Begin(i + 1));
      if (!rows_done(stop - y)) return;
    }
  }

  // Away from its borders the image has uniform weights, in pieces longer than a vector.
  static bool Fits(const ResampleWork& work, const WholeConvolution& whole) {
    const std::size_t alike = whole.across.outputs.end - whole.across.outputs.begin;
    return alike * kStep >= 2 * kSumLanes &&
           work.horizontal.outputs - alike <= 2 * whole.across.weights.size();
  }

 private:
  static constexpr std::size_t kStep = kSamples<kKind>;
  static constexpr std::size_t kPieceSamples = 4096;
  static constexpr std::size_t kSlack = 2 * kSumLanes;  // vectors extend beyond the last tap
  void Piece(std::size_t y, std::size_t left, std::size_t right) {
    const MagickAccelerateAxis& axis = work_.horizontal;
    const WholeTaps& across = whole_.across;
    const std::size_t first = axis.first[left];
    Vertical(y, first, InputsBefore(axis, right - 1) - first);
    const std::size_t begin = std::clamp(across.outputs.begin, left, right);
    std::size_t end = std::clamp(across.outputs.end, begin, right);
    if ((end - begin) * kStep < kSumLanes) end = begin;  // no whole vector
    for (std::size_t x = left; x < begin; ++x) Single(y, x, first);
    if (begin < end) {
      const std::uint16_t* intermediate =
          intermediate_.get() + (across.outputs.First(begin) - first) * kStep;
      QuantumSample* to = work_.destination.Row(y) + begin * kStep;
      if (whole_.narrow)
        Narrow(intermediate, (end - begin) * kStep, to);
      else
        Wider(intermediate, (end - begin) * kStep, to);
    }
    for (std::size_t x = end; x < right; ++x) Single(y, x, first);
  }

  void Vertical(std::size_t y, std::size_t x, std::size_t pixels) {
    const hn::Rebind<QuantumSample, Sums> dq;
    const Sums d;
    const auto bias = hn::Set(d, whole_.bias);
    const WholeTaps& down = whole_.down;
    const QuantumSample* source = work_.source.Row(down.outputs.First(y)) + x * kStep;
    const std::size_t taps = down.weights.size();
    ForVectors<kSumLanes>(pixels * kStep, [&](auto vectors, std::size_t i) {
      constexpr std::size_t kVectors = vectors();
      SumVector sums[kVectors];
      LS_UNROLL for (auto& sum : sums) sum = bias;
      const QuantumSample* from = source + i;
      for (std::size_t k = 0; k < taps; ++k, from += work_.source.stride) {
        const auto weight = hn::Set(d, static_cast<std::uint16_t>(down.weights[k]));
        LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v) sums[v] = hn::Add(
            sums[v], hn::Mul(weight, hn::PromoteTo(d, hn::LoadU(dq, from + v * kSumLanes))));
      }
      LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v)
          hn::StoreU(sums[v], d, intermediate_.get() + i + v * kSumLanes);
    });
  }

  void Narrow(const std::uint16_t* intermediate, std::size_t samples, QuantumSample* to) const {
    const hn::Rebind<QuantumSample, Sums> dq;
    const Sums d;
    const hn::RebindToSigned<Sums> words;
    const WholeTaps& across = whole_.across;
    const auto half = hn::Set(d, static_cast<std::uint16_t>(Half()));
    const int shift = Shift();
    ForVectors<kSumLanes>(samples, [&](auto vectors, std::size_t i) {
      constexpr std::size_t kVectors = vectors();
      SumVector sums[kVectors];
      LS_UNROLL for (auto& sum : sums) sum = half;
      for (std::size_t k = 0; k < across.weights.size(); ++k) {
        const auto weight = hn::Set(d, static_cast<std::uint16_t>(across.weights[k]));
        LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v) sums[v] = hn::Add(
            sums[v], hn::Mul(weight, hn::LoadU(d, intermediate + i + k * kStep + v * kSumLanes)));
      }
      LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v) {
        const auto rounded = hn::Min(hn::ShiftRightSame(sums[v], shift), hn::Set(d, kQuantumMax));
        const auto quanta = hn::DemoteTo(dq, hn::BitCast(words, rounded));
        hn::StoreU(FinishOpacity<kKind>(dq, quanta, rules_), dq, to + i + v * kSumLanes);
      }
    });
  }

  // Two adjacent weights, the second 0 if there is none.
  static std::vector<std::int32_t> Pairs(const std::vector<std::int16_t>& weights) {
    std::vector<std::int32_t> pairs((weights.size() + 1) / 2);
    std::memcpy(pairs.data(), weights.data(), weights.size() * sizeof weights[0]);
    return pairs;
  }

  // Sums of 32 bits, of two taps at a time.
  void Wider(const std::uint16_t* intermediate, std::size_t samples, QuantumSample* to) const {
    const hn::RebindToSigned<Sums> d;
    const hn::Repartition<std::int32_t, Wide> di;
    std::int32_t start = Half();
    for (std::int16_t w : whole_.across.weights) start += w * std::int32_t{whole_.bias};
    ForVectors<kSumLanes>(samples, [&](auto vectors, std::size_t i) {
      constexpr std::size_t kVectors = vectors();
      // For the lower and the upper half of each block; which lane a product is added to depends on
      // the instruction set until the end.
      hn::Vec<decltype(di)> sums[kVectors][2], others[kVectors][2];
      LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v) {
        sums[v][0] = sums[v][1] = hn::Set(di, start);
        others[v][0] = others[v][1] = hn::Zero(di);
      }
      const auto* from = reinterpret_cast<const std::int16_t*>(intermediate + i);
      for (std::int32_t pair : pairs_) {
        const auto weights = hn::BitCast(d, hn::Set(di, pair));
        LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v) {
          const auto a = hn::LoadU(d, from + v * kSumLanes);
          const auto b = hn::LoadU(d, from + v * kSumLanes + kStep);
          sums[v][0] = hn::ReorderWidenMulAccumulate(di, hn::InterleaveLower(d, a, b), weights,
                                                     sums[v][0], others[v][0]);
          sums[v][1] = hn::ReorderWidenMulAccumulate(di, hn::InterleaveUpper(d, a, b), weights,
                                                     sums[v][1], others[v][1]);
        }
        from += 2 * kStep;
      }
      LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v)
          StoreWider(sums[v], others[v], to + i + v * kSumLanes);
    });
  }

  template <class V>
  HWY_INLINE void StoreWider(const V (&sums)[2], const V (&others)[2], QuantumSample* to) const {
    const hn::Rebind<QuantumSample, Sums> dq;
    const hn::RebindToSigned<Sums> d;
    const auto low = hn::ShiftRightSame(hn::RearrangeToOddPlusEven(sums[0], others[0]), Shift());
    const auto high = hn::ShiftRightSame(hn::RearrangeToOddPlusEven(sums[1], others[1]), Shift());
    hn::StoreU(FinishOpacity<kKind>(dq, hn::DemoteTo(dq, Pack(d, low, high)), rules_), dq, to);
  }

  // An output with weights of its own, or outside whole vectors: in float.
  void Single(std::size_t y, std::size_t x, std::size_t first) const {
    const MagickAccelerateAxis& axis = work_.horizontal;
    const float* weights = axis.weights + axis.offset[x];
    const float unit = 1.0f / static_cast<float>(1u << whole_.down.shift);
    const std::uint16_t* intermediate = intermediate_.get() + (axis.first[x] - first) * kStep;
    QuantumSample* to = work_.destination.Row(y) + x * kStep;
    for (std::size_t c = 0; c < kStep; ++c) {
      float total = 0.0f, block = 0.0f;
      for (std::size_t k = 0; k < axis.count[x]; ++k) {
        block = LS_FMA(weights[k], Value(intermediate[k * kStep + c]) * unit, block);
        if ((k + 1) % LS_TAP_BLOCK != 0) continue;
        total = total + block;
        block = 0.0f;
      }
      to[c] = static_cast<QuantumSample>(LS_ROUND(LS_CLAMP(total + block)));
    }
    if (kKind == Kind::kFour) to[3] &= rules_.opacity;
  }

  // A sum of the first pass.
  float Value(std::uint16_t bits) const {
    if (whole_.narrow) return bits;
    return static_cast<float>(static_cast<std::int16_t>(bits) + std::int32_t{whole_.bias});
  }

  int Shift() const { return static_cast<int>(whole_.across.shift + whole_.down.shift); }
  std::int32_t Half() const { return Shift() > 0 ? 1 << (Shift() - 1) : 0; }

  const ResampleWork& work_;
  const WholeConvolution& whole_;
  Rules rules_;
  std::vector<std::int32_t> pairs_;
  Pieces pieces_;
  AlignedArray<std::uint16_t> intermediate_;
};

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
#endif
