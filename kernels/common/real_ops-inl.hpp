// The types and operators with which C++ reads formulas that it shares with OpenCL C, such as
// kernels/color/functions.h: one pixel per lane, compiled once per instruction set.
#if defined(LODESTONE_REAL_OPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_REAL_OPS_INL
#undef LODESTONE_REAL_OPS_INL
#else
#define LODESTONE_REAL_OPS_INL
#endif

#include "kernels/common/vector_ops-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

using Lanes = Wide;
using Whole = hn::Rebind<std::int32_t, Lanes>;

// A number for each pixel. Its default constructor is not HWY_INLINE: those of structures that have
// one, which GCC makes, are not compiled for the target on ARM.
struct LsReal {
  LsReal() = default;
  HWY_INLINE explicit LsReal(WideVector v) : lanes(v) {}
  HWY_INLINE explicit LsReal(float value) : lanes(hn::Set(Lanes(), value)) {}
  WideVector lanes;
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
HWY_INLINE LsReal LsFused(LsReal a, LsReal b, LsReal c) {
  return LsReal(Fma(Lanes(), a.lanes, b.lanes, c.lanes));
}
#undef LS_SELECT
#define LS_SELECT(truth, a, b) LsReal(hn::IfThenElse((truth), (a).lanes, (b).lanes))
#undef LS_ANY
#define LS_ANY(truth) (!hn::AllFalse(Lanes(), (truth)))
#undef LS_SHARED
#define LS_SHARED HWY_INLINE

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
