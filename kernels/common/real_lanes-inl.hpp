// A number for each of several pixels, one pixel per lane, compiled once per instruction set: what
// the functions that C++ and OpenCL share call LsReal.
#if defined(LODESTONE_REAL_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_REAL_LANES_INL
#undef LODESTONE_REAL_LANES_INL
#else
#define LODESTONE_REAL_LANES_INL
#endif

#include <bit>

#include <hwy/highway.h>

#include "kernels/common/quantum.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// One pixel per lane.
using Lanes = hn::CappedTag<float, 16>;
using Whole = hn::Rebind<std::int32_t, Lanes>;
using Narrow = hn::Rebind<QuantumSample, Lanes>;
constexpr std::size_t kMaxLanes = hn::MaxLanes(Lanes());

// A number for each pixel.
struct LsReal {
  HWY_INLINE LsReal() = default;
  HWY_INLINE explicit LsReal(hn::Vec<Lanes> v) : lanes(v) {}
  HWY_INLINE explicit LsReal(float value) : lanes(hn::Set(Lanes(), value)) {}
  hn::Vec<Lanes> lanes;
};
using LsTruth = hn::Mask<Lanes>;

HWY_INLINE LsReal operator+(LsReal a, LsReal b) {
  return LsReal(hn::Add(a.lanes, b.lanes));
}
HWY_INLINE LsReal operator-(LsReal a, LsReal b) {
  return LsReal(hn::Sub(a.lanes, b.lanes));
}
HWY_INLINE LsReal operator*(LsReal a, LsReal b) {
  return LsReal(hn::Mul(a.lanes, b.lanes));
}
HWY_INLINE LsReal operator/(LsReal a, LsReal b) {
  return LsReal(hn::Div(a.lanes, b.lanes));
}
HWY_INLINE LsTruth operator==(LsReal a, LsReal b) {
  return hn::Eq(a.lanes, b.lanes);
}
HWY_INLINE LsTruth operator<(LsReal a, LsReal b) {
  return hn::Lt(a.lanes, b.lanes);
}
HWY_INLINE LsTruth operator>(LsReal a, LsReal b) {
  return hn::Gt(a.lanes, b.lanes);
}
HWY_INLINE LsTruth operator<=(LsReal a, LsReal b) {
  return hn::Le(a.lanes, b.lanes);
}
HWY_INLINE LsTruth operator>=(LsReal a, LsReal b) {
  return hn::Ge(a.lanes, b.lanes);
}
HWY_INLINE LsReal LsLower(LsReal a, LsReal b) {
  return LsReal(hn::Min(a.lanes, b.lanes));
}
HWY_INLINE LsReal LsHigher(LsReal a, LsReal b) {
  return LsReal(hn::Max(a.lanes, b.lanes));
}
HWY_INLINE LsReal LsFloor(LsReal a) {
  return LsReal(hn::Floor(a.lanes));
}
HWY_INLINE LsReal LsRoot(LsReal a) {
  return LsReal(hn::Sqrt(a.lanes));
}
#undef LS_SELECT
#define LS_SELECT(truth, a, b) LsReal(hn::IfThenElse((truth), (a).lanes, (b).lanes))
#undef LS_SHARED
#define LS_SHARED HWY_INLINE

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
