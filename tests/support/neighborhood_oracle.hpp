// Slow, simple restatement of the neighbourhood operations: one sample at a time, every neighbour
// looked up by formula, no tables, no bands. Every accelerator is compared with it.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace lodestone::oracle {

inline constexpr long kQuantumRange = LS_QUANTUM_DEPTH == 8 ? 255 : 65535;

// How an image continues beyond its edges.
enum class Around { kEdge, kReflect, kTile, kConstant };

struct RawImage {
  long columns, rows, samples;  // of a pixel
  std::vector<long> values;
  long range = kQuantumRange;  // of the values

  long& At(long x, long y, long c) { return values[((y * columns) + x) * samples + c]; }
  long At(long x, long y, long c) const { return values[((y * columns) + x) * samples + c]; }
};

struct Surroundings {
  Around around;
  long constant[4];
};

// The index in 0 ... size - 1 that stands for i; -1 for none.
inline long Place(Around around, long i, long size) {
  if (around == Around::kEdge) return std::clamp(i, 0L, size - 1);
  if (around == Around::kTile) return (i % size + size) % size;
  if (around == Around::kConstant) return i < 0 || i >= size ? -1 : i;
  if (size == 1) return 0;
  const long period = 2 * (size - 1), at = (i % period + period) % period;
  return at < size ? at : period - at;
}

inline long Outside(const RawImage& image, const Surroundings& surroundings, long x, long y,
                    long c) {
  const long column = Place(surroundings.around, x, image.columns);
  const long row = Place(surroundings.around, y, image.rows);
  return column < 0 || row < 0 ? surroundings.constant[c] : image.At(column, row, c);
}

// Calls value(x, y, c) for every sample of an image of that size.
template <class Value>
RawImage Made(long columns, long rows, long samples, Value&& value) {
  RawImage image{columns, rows, samples, {}};
  for (long y = 0; y < rows; ++y)
    for (long x = 0; x < columns; ++x)
      for (long c = 0; c < samples; ++c) image.values.push_back(value(x, y, c));
  return image;
}

// With the size and range of another.
template <class Value>
RawImage Like(const RawImage& image, Value&& value) {
  RawImage made = Made(image.columns, image.rows, image.samples, std::forward<Value>(value));
  made.range = image.range;
  return made;
}

// Clamped and rounded.
inline long Rounded(const RawImage& image, float sum) {
  return static_cast<long>(std::fmin(std::fmax(sum, 0.0f), static_cast<float>(image.range)) + 0.5f);
}

struct Tap {
  int dx, dy;
  float weight;
};

// value(dx, dy): what is summed.
template <class Value>
float Sum(const std::vector<Tap>& taps, Value&& value) {
  float total = 0.0f, block = 0.0f;
  for (std::size_t k = 0; k < taps.size(); ++k) {
    block = std::fma(taps[k].weight, value(taps[k].dx, taps[k].dy), block);
    if (k % 64 == 63) {
      total = total + block;
      block = 0.0f;
    }
  }
  return total + block;
}

inline RawImage Convolved(const RawImage& image, const Surroundings& surroundings,
                          const std::vector<Tap>& taps) {
  return Like(image, [&](long x, long y, long c) {
    return Rounded(image, Sum(taps, [&](int dx, int dy) {
                     return static_cast<float>(Outside(image, surroundings, x + dx, y + dy, c));
                   }));
  });
}

// With colours weighted by alpha.
inline RawImage WeightedConvolved(const RawImage& image, const Surroundings& surroundings,
                                  const std::vector<Tap>& taps) {
  return Like(image, [&](long x, long y, long c) {
    const auto alpha_at = [&](int dx, int dy) {
      return static_cast<float>(image.range - Outside(image, surroundings, x + dx, y + dy, 3));
    };
    const float alpha = Sum(taps, alpha_at);
    if (c == 3)
      return Rounded(image,
                     static_cast<float>(image.range - std::fmin(std::fmax(alpha, 0.0f),
                                                                static_cast<float>(image.range))));
    if (!(alpha > 0.0f)) return 0L;
    const float color = Sum(taps, [&](int dx, int dy) {
      return static_cast<float>(Outside(image, surroundings, x + dx, y + dy, c)) * alpha_at(dx, dy);
    });
    return Rounded(image, color / alpha);
  });
}

inline RawImage Median(const RawImage& image, const Surroundings& surroundings, long window) {
  return Like(image, [&](long x, long y, long c) {
    std::vector<long> values;
    for (long dy = -(window / 2); dy <= window / 2; ++dy)
      for (long dx = -(window / 2); dx <= window / 2; ++dx)
        values.push_back(Outside(image, surroundings, x + dx, y + dy, c));
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
  });
}

// The same, but what is next to a median that is the least or the greatest of several values.
inline RawImage InnerMedian(const RawImage& image, const Surroundings& surroundings, long window) {
  const RawImage medians = Median(image, surroundings, window);
  return Like(image, [&](long x, long y, long c) {
    const long median = medians.At(x, y, c);
    long below = -1, above = image.range + 1;
    for (long dy = -(window / 2); dy <= window / 2; ++dy)
      for (long dx = -(window / 2); dx <= window / 2; ++dx) {
        const long value = Outside(image, surroundings, x + dx, y + dy, c);
        if (value < median) below = std::max(below, value);
        if (value > median) above = std::min(above, value);
      }
    if (below < 0 && above <= image.range) return above;
    return below >= 0 && above > image.range ? below : median;
  });
}

// GraphicsMagick's hull of one plane, surrounded by 0.
inline RawImage Hull(const RawImage& image, int dx, int dy, int polarity) {
  const Surroundings zeros{Around::kConstant, {0, 0, 0, 0}};
  const long step = image.range / 255;
  const RawImage half = Like(image, [&](long x, long y, long c) {
    const long v = image.At(x, y, c), ahead = Outside(image, zeros, x + dx, y + dy, c);
    if (polarity > 0) return ahead >= v + 2 * step ? v + step : v;
    return ahead <= v - 2 * step ? v - step : v;
  });
  return Like(image, [&](long x, long y, long c) {
    const long v = half.At(x, y, c), ahead = Outside(half, zeros, x + dx, y + dy, c);
    const long behind = Outside(half, zeros, x - dx, y - dy, c);
    if (polarity > 0) return behind >= v + 2 * step && ahead > v ? v + step : v;
    return behind <= v - 2 * step && ahead < v ? v - step : v;
  });
}

inline RawImage Despeckled(RawImage image) {
  for (const auto& [dx, dy] : {std::pair{0, 1}, {1, 0}, {1, 1}, {-1, 1}}) {
    image = Hull(image, dx, dy, 1);
    image = Hull(image, -dx, -dy, 1);
    image = Hull(image, -dx, -dy, -1);
    image = Hull(image, dx, dy, -1);
  }
  return image;
}

inline RawImage Extended(const RawImage& image, const Surroundings& surroundings, long left,
                         long right, long top, long bottom) {
  return Made(
      image.columns + left + right, image.rows + top + bottom, image.samples,
      [&](long x, long y, long c) { return Outside(image, surroundings, x - left, y - top, c); });
}

// Samples of an opaque result's opacity.
inline void ClearOpacity(RawImage& image) {
  for (std::size_t i = 3; i < image.values.size(); i += 4) image.values[i] = 0;
}

struct Finish {
  unsigned keep = 0;
  unsigned sharpen = 0;  // 1: samples, 2: by the luma, 3: local contrast
  float amount = 0, threshold = 0;
};

inline float LumaAt(const RawImage& image, long x, long y) {
  if (image.samples == 1) return static_cast<float>(image.At(x, y, 0));
  const bool little = std::endian::native == std::endian::little;
  const auto red = static_cast<float>(image.At(x, y, little ? 2 : 0));
  const auto green = static_cast<float>(image.At(x, y, 1));
  const auto blue = static_cast<float>(image.At(x, y, little ? 0 : 2));
  return std::fma(red - green, 0.212656f, std::fma(blue - green, 0.072186f, green));
}

// A colour whose pixel has that luma, and blurred the other.
inline long ByLuma(const RawImage& image, long before, float luma, float blurred,
                   const Finish& finish) {
  const auto color = static_cast<float>(before);
  const float difference = luma - blurred;
  if (finish.sharpen == 2) {
    if (std::fabs(difference) < finish.threshold) return before;
    return Rounded(image, color + difference * finish.amount);
  }
  if (luma <= 0) return before;
  return Rounded(image, color * (std::fma(difference, finish.amount, luma) / luma));
}

// opaque: the result's opacity stays 0 unless it is kept.
inline RawImage Finished(const RawImage& source, const RawImage& result, const Finish& finish,
                         bool opaque) {
  return Like(result, [&](long x, long y, long c) {
    const long before = source.At(x, y, c), after = result.At(x, y, c);
    if (finish.keep >> c & 1) return before;
    if (finish.sharpen == 0 || (c == 3 && (opaque || finish.sharpen > 1))) return after;
    if (finish.sharpen > 1)
      return ByLuma(result, before, LumaAt(source, x, y), LumaAt(result, x, y), finish);
    const auto difference = static_cast<float>(before - after);
    if (std::fabs(difference) < finish.threshold) return before;
    return Rounded(result, std::fma(finish.amount, difference, static_cast<float>(before)));
  });
}

}  // namespace lodestone::oracle
