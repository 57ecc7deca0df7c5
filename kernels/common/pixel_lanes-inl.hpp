// The samples of pixels, and where the colours are in them, for formulas that C++ shares with
// OpenCL: one pixel per lane, compiled once per instruction set.
#if defined(LODESTONE_PIXEL_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_PIXEL_LANES_INL
#undef LODESTONE_PIXEL_LANES_INL
#else
#define LODESTONE_PIXEL_LANES_INL
#endif

#include <bit>

#include "kernels/common/real_ops-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

using Narrow = hn::Rebind<QuantumSample, Lanes>;
constexpr std::size_t kMaxLanes = hn::MaxLanes(Lanes());

// Where the colours are in a pixel.
constexpr bool kLittle = std::endian::native == std::endian::little;
constexpr std::size_t kRed = kLittle ? 2 : 0, kGreen = 1, kBlue = kLittle ? 0 : 2, kOpacity = 3;

HWY_INLINE LsReal ToReal(hn::Vec<Narrow> samples) {
  return LsReal(hn::ConvertTo(Lanes(), hn::PromoteTo(Whole(), samples)));
}

HWY_INLINE hn::Vec<Narrow> Stored(LsReal value) {
  const LsReal clamped = LsLower(LsHigher(value, LsReal(0.0f)), LsReal(LS_MAX));
  return hn::DemoteTo(Narrow(), hn::ConvertTo(Whole(), (clamped + LsReal(0.5f)).lanes));
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
