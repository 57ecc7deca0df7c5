#include "lab/host.hpp"

#include <algorithm>
#include <array>

#include "lab/kernels/branches.h"
#include "lab/kernels/gaussian_11.h"

namespace lodestone::lab {
namespace {

constexpr int kTaps11[] = {LAB_TAP_5, LAB_TAP_4, LAB_TAP_3, LAB_TAP_2, LAB_TAP_1, LAB_TAP_0,
                           LAB_TAP_1, LAB_TAP_2, LAB_TAP_3, LAB_TAP_4, LAB_TAP_5};

unsigned Mirror(int64_t i, unsigned size) {
  if (size == 1) return 0;
  const int64_t period = 2 * (int64_t{size} - 1);
  const int64_t place = (i % period + period) % period;
  return static_cast<unsigned>(std::min(place, period - place));
}

template <typename Result>
std::vector<uint32_t> ForEach(std::span<const uint32_t> values, Result result) {
  std::vector<uint32_t> results(values.size());
  for (size_t i = 0; i < values.size(); ++i)
    results[i] = result(values[i], static_cast<uint32_t>(i));
  return results;
}

}  // namespace

Plane Noise(unsigned columns, unsigned rows) {
  Plane plane(columns, rows);
  uint32_t state = 2015;
  for (uint8_t& pixel : plane.pixels) {
    state = LAB_NEXT(state);
    pixel = static_cast<uint8_t>(LAB_LEVEL(state));
  }
  return plane;
}

std::vector<uint32_t> NoiseWords(size_t count) {
  std::vector<uint32_t> words(count);
  uint32_t state = 2015;
  for (uint32_t& word : words) {
    state = LAB_NEXT(state);
    word = state >> 8;  // the lowest bits of such a generator have a short period
  }
  return words;
}

std::vector<int32_t> MirrorTable(unsigned size, unsigned before, unsigned after) {
  std::vector<int32_t> table(size_t{before} + size + after);
  for (size_t i = 0; i < table.size(); ++i)
    table[i] = static_cast<int32_t>(Mirror(static_cast<int64_t>(i) - before, size));
  return table;
}

Plane Gaussian11Across(const Plane& source) {
  Plane result(source.columns, source.rows);
  const auto table = MirrorTable(source.columns, LAB_REACH, LAB_REACH);
  for (unsigned y = 0; y < source.rows; ++y) {
    const uint8_t* row = &source.pixels[size_t{y} * source.columns];
    for (unsigned x = 0; x < source.columns; ++x) {
      int sum = 128;
      for (unsigned k = 0; k < std::size(kTaps11); ++k) sum += kTaps11[k] * row[table[x + k]];
      result.pixels[size_t{y} * source.columns + x] = static_cast<uint8_t>(sum / 256);
    }
  }
  return result;
}

Plane Gaussian11Down(const Plane& source) {
  Plane result(source.columns, source.rows);
  const auto table = MirrorTable(source.rows, LAB_REACH, LAB_REACH);
  for (unsigned y = 0; y < source.rows; ++y) {
    for (unsigned x = 0; x < source.columns; ++x) {
      int sum = 128;
      for (unsigned k = 0; k < std::size(kTaps11); ++k)
        sum += kTaps11[k] * source.pixels[static_cast<size_t>(table[y + k]) * source.columns + x];
      result.pixels[size_t{y} * source.columns + x] = static_cast<uint8_t>(sum / 256);
    }
  }
  return result;
}

Plane ConvolvePlainly(const Plane& source, std::span<const int> weights, unsigned order,
                      unsigned shift) {
  Plane result(source.columns, source.rows);
  const auto columns = MirrorTable(source.columns, order / 2, order / 2);
  const auto rows = MirrorTable(source.rows, order / 2, order / 2);
  for (unsigned y = 0; y < source.rows; ++y) {
    for (unsigned x = 0; x < source.columns; ++x) {
      int sum = 1 << (shift - 1);
      for (unsigned j = 0; j < order; ++j) {
        const uint8_t* row = &source.pixels[static_cast<size_t>(rows[y + j]) * source.columns];
        for (unsigned i = 0; i < order; ++i) sum += weights[j * order + i] * row[columns[x + i]];
      }
      result.pixels[size_t{y} * source.columns + x] = static_cast<uint8_t>(sum >> shift);
    }
  }
  return result;
}

void Gaussian3InC(const Plane& source, Plane& result) {
  const unsigned width = source.columns;
  for (unsigned y = 0; y < source.rows; ++y) {
    const uint8_t* middle = &source.pixels[size_t{y} * width];
    const uint8_t* above = &source.pixels[size_t{Mirror(int64_t{y} - 1, source.rows)} * width];
    const uint8_t* below = &source.pixels[size_t{Mirror(int64_t{y} + 1, source.rows)} * width];
    uint8_t* target = &result.pixels[size_t{y} * width];
    const auto pixel = [&](size_t left, size_t x, size_t right) {
      const int sum = above[left] + 2 * above[x] + above[right] + 2 * middle[left] + 4 * middle[x] +
                      2 * middle[right] + below[left] + 2 * below[x] + below[right];
      target[x] = static_cast<uint8_t>((sum + 8) >> 4);
    };
    pixel(Mirror(-1, width), 0, Mirror(1, width));
    for (size_t x = 1; x + 1 < width; ++x) pixel(x - 1, x, x + 1);
    if (width > 1) pixel(width - 2, width - 1, Mirror(width, width));
  }
}

std::vector<uint32_t> CallResults(std::span<const uint32_t> values, uint32_t key, uint32_t rounds) {
  return ForEach(values, [&](uint32_t value, uint32_t) {
    return value % 2 ? LabMix(value, key, rounds) : LabMix(key, value, rounds);
  });
}

std::vector<uint32_t> FourteenResults(std::span<const uint32_t> values, uint32_t spread,
                                      uint32_t rounds) {
#define LAB_PAIR_OF(number, factor, addend) {factor, addend},
  constexpr std::array<uint32_t, 2> kEntries[] = {LAB_FOURTEEN(LAB_PAIR_OF)};
#undef LAB_PAIR_OF
  return ForEach(values, [&](uint32_t value, uint32_t result) {
    for (uint32_t round = 0; round < rounds; ++round) {
      const auto& [factor, addend] = kEntries[value + (result & spread)];
      result = result * factor + addend;
    }
    return result;
  });
}

std::vector<uint32_t> CountResults(std::span<const uint32_t> values,
                                   std::span<const uint32_t, 4> limits, uint32_t rounds) {
  return ForEach(values, [&](uint32_t value, uint32_t) {
    uint32_t counts[5] = {};
    for (uint32_t round = 0; round < rounds; ++round, value = LAB_NEXT(value))
      ++counts[std::upper_bound(limits.begin(), limits.end(), LAB_LEVEL(value)) - limits.begin()];
    return LAB_TALLY(counts[0], counts[1], counts[2], counts[3], counts[4]);
  });
}

std::vector<uint32_t> SixteenResults(std::span<const uint32_t> values, uint32_t rounds) {
  using Function = LabWord (*)(LabWord, LabWord, LabWord);
  struct Case {
    Function call;
    uint32_t parameter;
  };
#define LAB_CASE_OF(number, call, parameter) {call, parameter},
  constexpr Case kCases[] = {LAB_SIXTEEN(LAB_CASE_OF)};
#undef LAB_CASE_OF
  return ForEach(values, [&](uint32_t value, uint32_t) {
    const Case& each = kCases[value % 16];
    return each.call(value, each.parameter, rounds);
  });
}

}  // namespace lodestone::lab
