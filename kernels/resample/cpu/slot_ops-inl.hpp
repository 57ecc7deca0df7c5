// The vertical pass as a walk down the source rows. Every row is converted once and added at once
// to all outputs in progress, which stay in registers, each in its own slot.
#if defined(LODESTONE_SLOT_OPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_SLOT_OPS_INL
#undef LODESTONE_SLOT_OPS_INL
#else
#define LODESTONE_SLOT_OPS_INL
#endif

#include "kernels/resample/cpu/slot_table.hpp"
#include "kernels/common/vector_ops-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

// Adjacent vectors whose slots, with the weights of a row, fit into registers.
template <std::size_t kSlots>
constexpr std::size_t SlotVectors() {
#if HWY_TARGET <= HWY_AVX3 || HWY_ARCH_ARM_A64
  return std::min<std::size_t>(8, 31 / kSlots - 1);
#else
  return std::max<std::size_t>(1, 15 / (kSlots + 1));
#endif
}

// A vector of a walk's source: of samples, or of light that was decoded from them.
template <Kind kKind>
HWY_INLINE WideVector LoadSource(Wide d, const QuantumSample* source) {
  return LoadQuanta<kKind>(d, source);
}
template <Kind kKind>
HWY_INLINE WideVector LoadSource(Wide d, const float* source) {
  return hn::Load(d, source);
}

// Completes outputs [begin, end) of the table's axis: continues from source row `row`, whose
// samples or light `source` points to (samples `ahead` of them are prefetched), and writes each
// output to `middle` as soon as it is complete, kPitch floats apart. `slots` keeps the outputs in
// progress between walks.
template <Kind kKind, std::size_t kSlots, std::size_t kPitch, class Source>
void WalkSlots(const SlotTable& table, std::size_t begin, std::size_t end, std::size_t row,
               const Source* source, std::size_t stride, std::size_t ahead, const Rules& rules,
               float* slots, float* intermediate) {
  constexpr std::size_t kVectors = SlotVectors<kSlots>();
  constexpr std::size_t kLineSamples = 64 / sizeof(Source);
  const Wide d;
  WideVector sums[kSlots][kVectors];
  LS_UNROLL for (std::size_t s = 0; s < kSlots; ++s)
      LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v) sums[s][v] =
          hn::LoadU(d, slots + (s * kVectors + v) * kLanes);
  std::size_t slot = table.Slot(begin);
  const float* weights = table.Weights(row);
  for (std::size_t i = begin; i < end; ++i, intermediate += kPitch) {
    for (const std::size_t stop = table.Behind(i); row < stop; ++row) {
      if constexpr (std::is_same_v<Source, QuantumSample>)
        LS_UNROLL for (std::size_t k = 0; k < kVectors * kLanes; k += kLineSamples)
            hwy::Prefetch(source + ahead + k);
      LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v) {
        const auto sample = LoadSource<kKind>(d, source + v * kLanes);
        LS_UNROLL for (std::size_t s = 0; s < kSlots; ++s) sums[s][v] =
            Fma(d, hn::Set(d, weights[s]), sample, sums[s][v]);
      }
      weights += kSlots;
      source += stride;
    }
    LS_UNROLL for (std::size_t s = 0; s < kSlots; ++s) {
      if (s != slot) continue;
      LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v) {
        hn::Store(ToIntermediate<kKind>(d, sums[s][v], rules), d, intermediate + v * kLanes);
        sums[s][v] = hn::Zero(d);
      }
    }
    slot = slot + 1 == kSlots ? 0 : slot + 1;
  }
  LS_UNROLL for (std::size_t s = 0; s < kSlots; ++s)
      LS_UNROLL for (std::size_t v = 0; v < kVectors; ++v)
          hn::StoreU(sums[s][v], d, slots + (s * kVectors + v) * kLanes);
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
