/*
  Where the pixels of a warped image come from, read by the C++ and by the OpenCL C compiler.

  Every backend evaluates these functions in float, one pixel per lane or work-item, with
  floating-point contraction switched off: the places are equal bit for bit. 24 bits are too few for
  a fraction of a pixel at the far side of an image, so positions are sums of two floats, and
  distances from a centre are exact. Curves come from tables that the plan computed in double
  (kernels/warp/warp_plan.hpp): no backend evaluates a sine or a power.

  The including file defines LsReal, LsTruth and LsIndex, a float, a truth and an int for each
  pixel; LS_SELECT and LS_SELECT_INDEX(truth, a, b); LsTable and LsEntry(table, index); LsLower,
  LsHigher, LsFloor, LsFused(a, b, c), a * b + c rounded once; LsLowerIndex, LsHigherIndex,
  LsToIndex, LsToReal, LsBits and LsFromBits; what kernels/common/philox.h needs; LsHighProduct, the
  upper half of a product of words, LsToWord and LsFromWord; and LS_SHARED, which precedes every
  function.
*/
#include "kernels/common/numeric.h"
#include "kernels/common/philox.h"

/* What becomes of a pixel: it is interpolated between four, copied, or the fill pixel. */
#define LS_INTERPOLATED 0
#define LS_COPIED 1
#define LS_FILLED 2

/* The first of four pixels, and how near the place is to the next column and row, 0 ... 1. */
typedef struct {
  LsIndex x, y, kind;
  LsReal right, below;
} LsPlace;

/* Of Displace's table for each pixel. */
#define LS_DISPLACE_ENTRIES 4

/* A number: the sum of two. */
typedef struct {
  LsReal high, low;
} LsPair;

LS_SHARED LsPair LsSum(LsReal a, LsReal b) {
  LsPair sum;
  sum.high = a + b;
  const LsReal added = sum.high - a;
  sum.low = (a - (sum.high - added)) + (b - added);
  return sum;
}

LS_SHARED LsPair LsAdd(LsPair a, LsPair b) {
  LsPair sum = LsSum(a.high, b.high);
  sum.low = sum.low + (a.low + b.low);
  return sum;
}

LS_SHARED LsPair LsProduct(LsReal a, LsReal b) {
  LsPair product;
  product.high = a * b;
  product.low = LsFused(a, b, (LsReal)(0.0f) - product.high);
  return product;
}

LS_SHARED LsPair LsTimes(LsPair a, LsReal b) {
  LsPair product = LsProduct(a.high, b);
  product.low = product.low + a.low * b;
  return product;
}

/* A factor that is a pair of the numbers. */
LS_SHARED LsPair LsScaled(LsReal value, const float* factor) {
  LsPair pair;
  pair.high = (LsReal)(factor[0]);
  pair.low = (LsReal)(factor[1]);
  return LsTimes(pair, value);
}

/* Of a distance, by a pair of the numbers. */
LS_SHARED LsPair LsSquare(LsReal distance, const float* factor) {
  const LsPair square = LsProduct(distance, distance);
  LsPair scaled = LsScaled(square.high, factor);
  scaled.low = scaled.low + square.low * (LsReal)(factor[0]);
  return scaled;
}

/* A position's pixel; as in GraphicsMagick, positions are cut off towards 0, though fractions are
   those of the next lower whole number. */
LS_SHARED LsIndex LsTruncated(LsIndex lower, LsReal part) {
  const LsTruth is_whole = part == (LsReal)(0.0f);
  const LsTruth is_negative = LsToReal(lower) < (LsReal)(0.0f);
  return LS_SELECT_INDEX(is_whole, lower,
                         LS_SELECT_INDEX(is_negative, lower + (LsIndex)(1), lower));
}

/* Of `at` from `center`. */
LS_SHARED LsIndex LsSplit(LsPair at, float center, int center_whole, LsReal* part) {
  const LsReal lower = LsFloor(at.high);
  const LsReal rest = (at.high - lower) + (at.low + (LsReal)(center - (float)(center_whole)));
  const LsReal step = LsFloor(rest);
  const LsReal far = (LsReal)(1073741824.0f);
  const LsReal whole = LsLower(LsHigher(lower + step, (LsReal)(0.0f) - far), far);
  *part = rest - step;
  return LsTruncated(LsToIndex(whole) + (LsIndex)(center_whole), *part);
}

LS_SHARED LsPlace LsPlaceAt(LsPair x, LsPair y, const float* center, const int* center_whole) {
  LsPlace place;
  place.x = LsSplit(x, center[0], center_whole[0], &place.right);
  place.y = LsSplit(y, center[1], center_whole[1], &place.below);
  place.kind = (LsIndex)(LS_INTERPOLATED);
  return place;
}

LS_SHARED LsPlace LsSame(LsReal x, LsReal y) {
  LsPlace place;
  place.x = LsToIndex(x);
  place.y = LsToIndex(y);
  place.right = place.below = (LsReal)(0.0f);
  place.kind = (LsIndex)(LS_COPIED);
  return place;
}

LS_SHARED LsPlace LsChosen(LsTruth truth, LsPlace a, LsPlace b) {
  LsPlace place;
  place.x = LS_SELECT_INDEX(truth, a.x, b.x);
  place.y = LS_SELECT_INDEX(truth, a.y, b.y);
  place.kind = LS_SELECT_INDEX(truth, a.kind, b.kind);
  place.right = LS_SELECT(truth, a.right, b.right);
  place.below = LS_SELECT(truth, a.below, b.below);
  return place;
}

/*
  Curves are tables of the square of the distance from a centre. Each power of two is divided into
  equal parts, whose number is a power of two too; in each part a curve is a cubic of -1 ... 1. Its
  five entries are the value in the middle, as a pair, and the other coefficients.

  n: 0 the centre, 2 and 4 the factors of the squares across and down, 6 the square of the radius, 8
  the least square that is not 0, 9 twice the parts of a power of two.
  w: 0 the whole part of the centre, 2 the number of the first part, 3 that of the last, 4 the bits
  of a float below those that number the parts.
*/
#define LS_CURVE_ENTRIES 5

typedef struct {
  LsReal across, down; /* from the centre */
  LsPair square;
  LsIndex part; /* of the table */
  LsReal at;    /* -1 ... 1 */
} LsRadial;

LS_SHARED LsRadial LsFromCenter(LsReal x, LsReal y, const float* n, const int* w) {
  LsRadial radial;
  radial.across = x - (LsReal)(n[0]);
  radial.down = y - (LsReal)(n[1]);
  radial.square = LsAdd(LsSquare(radial.across, n + 2), LsSquare(radial.down, n + 4));
  const LsIndex bits = LsBits(LsHigher(radial.square.high, (LsReal)(n[8])));
  const LsIndex number = LsLowerIndex(bits >> w[4], (LsIndex)(w[3]));
  const LsReal begin = LsFromBits(number << w[4]);
  /* 1 over the power of two. */
  const LsReal scale =
      LsFromBits((LsIndex)(0x7f000000) - (LsBits(begin) & (LsIndex)(0x7f800000))) * (LsReal)(n[9]);
  radial.at = ((radial.square.high - begin) + radial.square.low) * scale - (LsReal)(1.0f);
  radial.part = number - (LsIndex)(w[2]);
  return radial;
}

LS_SHARED LsTruth LsIsOutside(LsRadial radial, const float* n) {
  return (radial.square.high - (LsReal)(n[6])) + (radial.square.low - (LsReal)(n[7])) >=
         (LsReal)(0.0f);
}

LS_SHARED LsPair LsCurve(LsTable table, LsIndex first, LsReal at) {
  const LsReal middle = LsEntry(table, first);
  const LsReal third = LsEntry(table, first + (LsIndex)(4));
  const LsReal second = LsEntry(table, first + (LsIndex)(3)) + at * third;
  const LsReal slope = LsEntry(table, first + (LsIndex)(2)) + at * second;
  const LsReal more = LsEntry(table, first + (LsIndex)(1)) + at * slope;
  LsPair value;
  value.high = middle + more;
  value.low = more - (value.high - middle);
  return value;
}

/* One curve: by what the distance from the centre is multiplied. */
LS_SHARED LsPlace LsImplode(LsReal x, LsReal y, const float* n, const int* w, LsTable table) {
  const LsRadial radial = LsFromCenter(x, y, n, w);
  const LsPair factor = LsCurve(table, radial.part * (LsIndex)(LS_CURVE_ENTRIES), radial.at);
  return LsChosen(LsIsOutside(radial, n), LsSame(x, y),
                  LsPlaceAt(LsTimes(factor, radial.across), LsTimes(factor, radial.down), n, w));
}

/* Three curves: a cosine, and a sine times the ratio of the directions' scales and its inverse. */
LS_SHARED LsPlace LsSwirl(LsReal x, LsReal y, const float* n, const int* w, LsTable table) {
  const LsRadial radial = LsFromCenter(x, y, n, w);
  const LsIndex first = radial.part * (LsIndex)(3 * LS_CURVE_ENTRIES);
  const LsPair cosine = LsCurve(table, first, radial.at);
  const LsPair across = LsCurve(table, first + (LsIndex)(LS_CURVE_ENTRIES), radial.at);
  const LsPair down = LsCurve(table, first + (LsIndex)(2 * LS_CURVE_ENTRIES), radial.at);
  const LsReal up = (LsReal)(0.0f) - radial.down;
  return LsChosen(
      LsIsOutside(radial, n), LsSame(x, y),
      LsPlaceAt(LsAdd(LsTimes(cosine, radial.across), LsTimes(across, up)),
                LsAdd(LsTimes(cosine, radial.down), LsTimes(down, radial.across)), n, w));
}

/* The table: by how much each column is moved down. w: 0 the last column. */
LS_SHARED LsPlace LsWave(LsReal x, LsReal y, const int* w, LsTable table) {
  const LsReal shift = LsEntry(table, LsLowerIndex(LsToIndex(x), (LsIndex)(w[0])));
  const LsReal whole = LsFloor(shift), part = shift - whole;
  const LsTruth is_whole = part == (LsReal)(0.0f);
  const LsReal less = LS_SELECT(is_whole, (LsReal)(0.0f), (LsReal)(1.0f));
  LsPlace place = LsSame(x, y);
  place.below = less - part;
  place.y = LsTruncated(LsToIndex(y) - LsToIndex(whole + less), place.below);
  place.kind = (LsIndex)(LS_INTERPOLATED);
  return place;
}

/* n: pairs: for columns of the source the factors of x and y and what is added, and then for rows.
   The table: the first and the last pixel of every row that are not the fill pixel. */
LS_SHARED LsPlace LsAffine(LsReal x, LsReal y, const float* n, LsTable table) {
  const float center[2] = {0.0f, 0.0f};
  const int center_whole[2] = {0, 0};
  LsPair column, row;
  column.high = (LsReal)(n[4]);
  column.low = (LsReal)(n[5]);
  row.high = (LsReal)(n[10]);
  row.low = (LsReal)(n[11]);
  column = LsAdd(LsAdd(LsScaled(x, n), LsScaled(y, n + 2)), column);
  row = LsAdd(LsAdd(LsScaled(x, n + 6), LsScaled(y, n + 8)), row);
  LsPlace place = LsPlaceAt(column, row, center, center_whole);
  LsPlace filled = place;
  filled.kind = (LsIndex)(LS_FILLED);
  const LsIndex at = LsToIndex(y) + LsToIndex(y);
  place = LsChosen(x < LsEntry(table, at), filled, place);
  return LsChosen(x > LsEntry(table, at + (LsIndex)(1)), filled, place);
}

/* A random step from `at` that stays within `size`: from `least` to `most`, all as likely but for
   0, which is twice so. */
LS_SHARED LsIndex LsStep(LsWord random, LsIndex at, int size, int least, int most) {
  const LsIndex low = LsHigherIndex((LsIndex)(least), (LsIndex)(0) - at);
  const LsIndex high = LsLowerIndex((LsIndex)(most), (LsIndex)(size - 1) - at);
  const LsIndex drawn = LsFromWord(LsHighProduct(random, LsToWord(high - low + (LsIndex)(2))));
  const LsIndex step = low + drawn;
  return at + LS_SELECT_INDEX(LsToReal(step) > (LsReal)(0.0f), step - (LsIndex)(1), step);
}

/* w: 0 the sides of the source, 2 the least and the greatest step, 4 the key. */
LS_SHARED LsPlace LsSpread(LsReal x, LsReal y, const int* w) {
  const LsIndex column = LsLowerIndex(LsToIndex(x), (LsIndex)(w[0] - 1)), row = LsToIndex(y);
  const LsRandom random = LsPhilox(LsToWord(column), LsToWord(row), (LsWord)(0u),
                                   (unsigned int)(w[4]), (unsigned int)(w[5]));
  LsPlace place = LsSame(x, y);
  place.x = LsStep(random.first, column, w[0], w[2], w[3]);
  place.y = LsStep(random.second, row, w[1], w[2], w[3]);
  return place;
}

/* `at` moved by a whole number and a part of one. */
LS_SHARED LsIndex LsMoved(LsIndex at, LsReal whole, LsReal part) {
  return LsTruncated(at + LsToIndex(whole), part);
}

/* The table: for each pixel of the result a whole number and a part of one by which its place is to
   the right, and two by which it is below. w: 0 the source's pixel of the result's first, 2 the
   last column of the result. */
LS_SHARED LsPlace LsDisplace(LsReal x, LsReal y, const int* w, LsTable table) {
  const LsIndex column = LsLowerIndex(LsToIndex(x), (LsIndex)(w[2])), row = LsToIndex(y);
  const LsIndex first = (row * (LsIndex)(w[2] + 1) + column) * (LsIndex)(LS_DISPLACE_ENTRIES);
  LsPlace place;
  place.kind = (LsIndex)(LS_INTERPOLATED);
  place.right = LsEntry(table, first + (LsIndex)(1));
  place.below = LsEntry(table, first + (LsIndex)(3));
  place.x = LsMoved(column + (LsIndex)(w[0]), LsEntry(table, first), place.right);
  place.y = LsMoved(row + (LsIndex)(w[1]), LsEntry(table, first + (LsIndex)(2)), place.below);
  return place;
}
