// Whole numbers beside those of real_ops-inl.hpp: indexes and bits, one per lane.
#if defined(LODESTONE_INDEX_OPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_INDEX_OPS_INL
#undef LODESTONE_INDEX_OPS_INL
#else
#define LODESTONE_INDEX_OPS_INL
#endif

#include <bit>

#include "kernels/common/real_ops-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

struct LsIndex {
  LsIndex() = default;
  HWY_INLINE explicit LsIndex(hn::Vec<Whole> v) : lanes(v) {}
  HWY_INLINE explicit LsIndex(int value) : lanes(hn::Set(Whole(), value)) {}
  hn::Vec<Whole> lanes;
};

HWY_INLINE LsIndex operator+(LsIndex a, LsIndex b) {
  return LsIndex(hn::Add(a.lanes, b.lanes));
}
HWY_INLINE LsIndex operator-(LsIndex a, LsIndex b) {
  return LsIndex(hn::Sub(a.lanes, b.lanes));
}
HWY_INLINE LsIndex operator*(LsIndex a, LsIndex b) {
  return LsIndex(hn::Mul(a.lanes, b.lanes));
}
HWY_INLINE LsIndex operator&(LsIndex a, LsIndex b) {
  return LsIndex(hn::And(a.lanes, b.lanes));
}
HWY_INLINE LsIndex operator>>(LsIndex a, int bits) {
  return LsIndex(hn::ShiftRightSame(a.lanes, bits));
}
HWY_INLINE LsIndex operator<<(LsIndex a, int bits) {
  return LsIndex(hn::ShiftLeftSame(a.lanes, bits));
}
HWY_INLINE LsIndex LsLowerIndex(LsIndex a, LsIndex b) {
  return LsIndex(hn::Min(a.lanes, b.lanes));
}
HWY_INLINE LsIndex LsHigherIndex(LsIndex a, LsIndex b) {
  return LsIndex(hn::Max(a.lanes, b.lanes));
}
// Of numbers without a fraction.
HWY_INLINE LsIndex LsToIndex(LsReal a) {
  return LsIndex(hn::ConvertTo(Whole(), a.lanes));
}
HWY_INLINE LsReal LsToReal(LsIndex a) {
  return LsReal(hn::ConvertTo(Lanes(), a.lanes));
}
HWY_INLINE LsIndex LsBits(LsReal a) {
  return LsIndex(hn::BitCast(Whole(), a.lanes));
}
HWY_INLINE LsReal LsFromBits(LsIndex a) {
  return LsReal(hn::BitCast(Lanes(), a.lanes));
}
using LsTable = const float*;
HWY_INLINE LsReal LsEntry(LsTable table, LsIndex at) {
  return LsReal(hn::GatherIndex(Lanes(), table, at.lanes));
}

// Unsigned.
using Words = hn::Rebind<std::uint32_t, Lanes>;
struct LsWord {
  LsWord() = default;
  HWY_INLINE explicit LsWord(hn::Vec<Words> v) : lanes(v) {}
  HWY_INLINE explicit LsWord(std::uint32_t value) : lanes(hn::Set(Words(), value)) {}
  hn::Vec<Words> lanes;
};
using uint = std::uint32_t;

HWY_INLINE LsWord operator^(LsWord a, LsWord b) {
  return LsWord(hn::Xor(a.lanes, b.lanes));
}
HWY_INLINE LsWord operator>>(LsWord a, int bits) {
  return LsWord(hn::ShiftRightSame(a.lanes, bits));
}
// Each even word in the place of the odd one after it, and the reverse.
HWY_INLINE hn::Vec<Words> Swapped(hn::Vec<Words> v) {
  return hn::Shuffle2301(v);
}
// The lower and upper halves of the products of two words, as a lane holds them.
struct LsHalves {
  LsWord low, high;
};
HWY_INLINE LsHalves Products(hn::Vec<Words> a, hn::Vec<Words> b) {
  const auto even = hn::BitCast(Words(), hn::MulEven(a, b));
  const auto odd = hn::BitCast(Words(), hn::MulEven(Swapped(a), Swapped(b)));
  const LsWord first(hn::OddEven(Swapped(odd), even)), second(hn::OddEven(odd, Swapped(even)));
  if constexpr (std::endian::native == std::endian::little) return {first, second};
  return {second, first};
}
// The lower half of a product; *high is the upper one.
HWY_INLINE LsWord LsProductOf(LsWord a, uint factor, LsWord* high) {
  const LsHalves halves = Products(a.lanes, hn::Set(Words(), factor));
  *high = halves.high;
  return halves.low;
}
HWY_INLINE LsWord LsHighProduct(LsWord a, LsWord b) {
  return Products(a.lanes, b.lanes).high;
}
HWY_INLINE LsWord LsToWord(LsIndex a) {
  return LsWord(hn::BitCast(Words(), a.lanes));
}
HWY_INLINE LsIndex LsFromWord(LsWord a) {
  return LsIndex(hn::BitCast(Whole(), a.lanes));
}
#undef LS_SELECT_INDEX
#define LS_SELECT_INDEX(truth, a, b) \
  LsIndex(hn::IfThenElse(hn::RebindMask(Whole(), (truth)), (a).lanes, (b).lanes))

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
