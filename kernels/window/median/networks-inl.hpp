// Medians by compare-exchange networks: of 9 and of 25 samples whose columns are already sorted.
// The compiler removes results of exchanges that are never used.
#if defined(LODESTONE_NETWORKS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef LODESTONE_NETWORKS_INL
#undef LODESTONE_NETWORKS_INL
#else
#define LODESTONE_NETWORKS_INL
#endif

#include "kernels/common/vector_ops-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace lodestone::kernels {
namespace HWY_NAMESPACE {

using Quanta = hn::ScalableTag<QuantumSample>;
using QuantaVector = hn::Vec<Quanta>;

HWY_INLINE void Order(QuantaVector& low, QuantaVector& high) {
  const QuantaVector least = hn::Min(low, high);
  high = hn::Max(low, high);
  low = least;
}

HWY_INLINE void Sort(QuantaVector (&v)[3]) {
  Order(v[0], v[1]);
  Order(v[1], v[2]);
  Order(v[0], v[1]);
}

HWY_INLINE void Sort(QuantaVector (&v)[5]) {
  Order(v[0], v[1]);
  Order(v[3], v[4]);
  Order(v[2], v[4]);
  Order(v[2], v[3]);
  Order(v[1], v[4]);
  Order(v[0], v[3]);
  Order(v[0], v[2]);
  Order(v[1], v[3]);
  Order(v[1], v[2]);
}

// Rows by rank in their column: rows[r][c] <= rows[r + 1][c].
HWY_INLINE QuantaVector MedianOfColumns(QuantaVector (&rows)[3][3]) {
  LS_UNROLL for (std::size_t r = 0; r < 3; ++r) Sort(rows[r]);
  QuantaVector diagonal[3] = {rows[0][2], rows[1][1], rows[2][0]};
  Sort(diagonal);
  return diagonal[1];
}

// Moves the least of v[0] ... v[count - 1] to the front and the greatest to the end.
template <std::size_t kCount>
HWY_INLINE void MoveEndsApart(QuantaVector* v) {
  LS_UNROLL for (std::size_t i = 0; i < kCount / 2; ++i) Order(v[i], v[kCount - 1 - i]);
  LS_UNROLL for (std::size_t i = 1; i < (kCount + 1) / 2; ++i) Order(v[0], v[i]);
  LS_UNROLL for (std::size_t i = kCount / 2; i < kCount - 1; ++i) Order(v[i], v[kCount - 1]);
}

// With columns sorted and then rows too, 6 samples are certainly below the median and 6 above it:
// too many others are on one side. Of the 13 remaining, the extremes of any 8 can be dropped, then
// those of the 6 left plus another one, and so on.
HWY_INLINE QuantaVector MedianOfColumns(QuantaVector (&rows)[5][5]) {
  LS_UNROLL for (std::size_t r = 0; r < 5; ++r) Sort(rows[r]);
  QuantaVector v[8] = {rows[0][3], rows[1][2], rows[2][1], rows[3][0],
                       rows[4][1], rows[3][2], rows[2][3], rows[1][4]};
  MoveEndsApart<8>(v);
  v[7] = rows[0][4];
  MoveEndsApart<7>(v + 1);
  v[7] = rows[1][3];
  MoveEndsApart<6>(v + 2);
  v[7] = rows[2][2];
  MoveEndsApart<5>(v + 3);
  v[7] = rows[3][1];
  MoveEndsApart<4>(v + 4);
  v[7] = rows[4][0];
  MoveEndsApart<3>(v + 5);
  return v[6];
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::kernels
HWY_AFTER_NAMESPACE();

#endif
