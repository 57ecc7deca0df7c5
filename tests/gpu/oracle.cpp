#include "tests/gpu/oracle.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "accel/operation_table.hpp"
#include "kernels/common/light_pieces.h"

namespace lodestone::accel::gpu::testing {
namespace {

constexpr unsigned char kGuard = 0xA5;
constexpr size_t kMargin = 512;

using Pixel = std::array<float, 4>;  // grey uses only the first

struct Plane {
  uint32_t columns, rows;
  std::vector<Pixel> pixels;
  const Pixel& at(uint32_t x, uint32_t y) const { return pixels[size_t{y} * columns + x]; }
};

#define LS_COEFFICIENTS(...) {__VA_ARGS__},
using Cubic = std::array<float, 4>;  // of samples and light of 0 ... 1
constexpr Cubic kDecode[] = {LS_DECODE_PIECES(LS_COEFFICIENTS)};
constexpr Cubic kEncode[] = {LS_ENCODE_PIECES(LS_COEFFICIENTS)};
#undef LS_COEFFICIENTS

// Of the piece that the bits of `place` tell, for samples and light of 0 ... max.
template <size_t kCount>
float CubicOf(const Cubic (&pieces)[kCount], float place, float x, float max) {
  const Cubic& c = pieces[(std::bit_cast<uint32_t>(place) >> LS_PIECE_SHIFT) % kCount];
  return std::fma(std::fma(std::fma(c[3] / max / max, x, c[2] / max), x, c[1]), x, c[0] * max);
}

struct Contract {
  float max;
  MagickAccelerateChannels channels;
  bool clamps_intermediate;
  bool linear_light;

  bool weighted() const { return channels == MagickAccelerateWeighted; }
  float Clamp(float v) const { return std::fmin(std::fmax(v, 0.0f), max); }

  Pixel Load(const TestImage& image, uint32_t x, uint32_t y) const {
    Pixel pixel{};
    for (unsigned c = 0; c < image.samples(); ++c) {
      pixel[c] = static_cast<float>(image.Sample(x, y, c));
      if (c < 3) pixel[c] = Decode(pixel[c]);
    }
    if (!weighted()) return pixel;
    pixel[3] = max - pixel[3];
    for (unsigned c = 0; c < 3; ++c) pixel[c] = pixel[c] * pixel[3];
    return pixel;
  }

  Pixel Between(const Pixel& sum) const {
    Pixel pixel = sum;
    if (!clamps_intermediate && !weighted()) return pixel;
    for (float& value : pixel) value = Clamp(value);
    if (!weighted()) return pixel;
    const float scale = sum[3] > max ? max / sum[3] : 1.0f;
    for (unsigned c = 0; c < 3; ++c) {
      pixel[c] = std::fmin(std::fmax(sum[c] * scale, 0.0f), max * pixel[3]);
    }
    return pixel;
  }

  unsigned Store(const Pixel& sum, unsigned c) const {
    float value = sum[c];
    if (c == 3 && channels == MagickAccelerateOpaque) return 0;
    if (weighted()) {
      if (c == 3) return static_cast<unsigned>((max - Clamp(value)) + 0.5f);
      value = sum[3] > 0.0f ? value / sum[3] : 0.0f;
    }
    return static_cast<unsigned>(Clamp(c < 3 ? Encode(Clamp(value)) : value) + 0.5f);
  }

  float Decode(float sample) const {
    if (!linear_light) return sample;
    return CubicOf(kDecode, std::fma(sample, 29.7013907f / max, 2.29857874f), sample, max);
  }
  float Encode(float light) const {
    if (!linear_light) return light;
    const float place = std::fma(light, 511.099663f / max, 0.899849177f);
    return CubicOf(kEncode, std::fmax(place, 2.0f), light, max);
  }
};

// The sum of one sample's taps: blocks of 64, each started at zero.
template <typename Sample>
float SumTaps(const TestAxis& axis, uint32_t output, Sample sample) {
  float total = 0.0f, block = 0.0f;
  for (uint32_t k = 0; k < axis.count[output]; ++k) {
    block = std::fma(axis.weights[axis.offset[output] + k], sample(axis.first[output] + k), block);
    if ((k + 1) % 64 == 0) {
      total = total + block;
      block = 0.0f;
    }
  }
  return total + block;
}

template <typename PixelAt>
Pixel SumPixel(const TestAxis& axis, uint32_t output, PixelAt at) {
  Pixel sum;
  for (unsigned c = 0; c < 4; ++c) {
    sum[c] = SumTaps(axis, output, [&](uint32_t i) { return at(i)[c]; });
  }
  return sum;
}

Plane Across(const Plane& in, const TestAxis& axis) {
  Plane out{axis.outputs(), in.rows, {}};
  for (uint32_t y = 0; y < out.rows; ++y) {
    for (uint32_t x = 0; x < out.columns; ++x) {
      out.pixels.push_back(SumPixel(axis, x, [&](uint32_t i) { return in.at(i, y); }));
    }
  }
  return out;
}

Plane Down(const Plane& in, const TestAxis& axis) {
  Plane out{in.columns, axis.outputs(), {}};
  for (uint32_t y = 0; y < out.rows; ++y) {
    for (uint32_t x = 0; x < out.columns; ++x) {
      out.pixels.push_back(SumPixel(axis, y, [&](uint32_t i) { return in.at(x, i); }));
    }
  }
  return out;
}

void Append(TestAxis& axis, uint32_t first, const std::vector<float>& weights) {
  axis.first.push_back(first);
  axis.count.push_back(static_cast<uint32_t>(weights.size()));
  axis.offset.push_back(static_cast<uint32_t>(axis.weights.size()));
  axis.weights.insert(axis.weights.end(), weights.begin(), weights.end());
}

std::vector<float> RandomWeights(uint32_t count, std::mt19937& random) {
  // Sums slightly above 1, and some negative weights, so that every clamp takes effect.
  std::uniform_real_distribution<double> weight(-0.6, 2.0);
  std::vector<float> weights(count);
  for (float& w : weights) w = static_cast<float>(weight(random) / (0.65 * count));
  return weights;
}

}  // namespace

MagickAccelerateAxis TestAxis::View() const {
  return {inputs,
          outputs(),
          *std::max_element(count.begin(), count.end()),
          static_cast<uint32_t>(weights.size()),
          first.data(),
          count.data(),
          offset.data(),
          weights.data()};
}

TestAxis FilterAxis(uint32_t inputs, uint32_t outputs, double support, std::mt19937& random) {
  TestAxis axis;
  axis.inputs = inputs;
  const double ratio = static_cast<double>(inputs) / outputs;
  const double reach = std::max(support * std::max(ratio, 1.0), 0.5);
  for (uint32_t i = 0; i < outputs; ++i) {
    const double centre = (i + 0.5) * ratio;
    const double begin = std::clamp(std::floor(centre - reach + 0.5), 0.0, inputs - 1.0);
    const double end = std::clamp(std::floor(centre + reach + 0.5), begin + 1.0, double(inputs));
    Append(axis, static_cast<uint32_t>(begin),
           RandomWeights(static_cast<uint32_t>(end - begin), random));
  }
  return axis;
}

TestAxis WildAxis(uint32_t inputs, uint32_t outputs, std::mt19937& random) {
  TestAxis axis;
  axis.inputs = inputs;
  std::uniform_int_distribution<uint32_t> position(0, inputs - 1);
  std::vector<uint32_t> begins(outputs), ends(outputs);
  for (uint32_t& begin : begins) begin = position(random);
  for (uint32_t& end : ends) end = position(random) + 1;
  std::sort(begins.begin(), begins.end());
  std::sort(ends.begin(), ends.end());
  uint32_t end = 0;
  for (uint32_t i = 0; i < outputs; ++i) {
    end = std::max({end, ends[i], begins[i] + 1});
    Append(axis, begins[i], RandomWeights(end - begins[i], random));
  }
  return axis;
}

TestAxis BoxAxis(uint32_t outputs, uint32_t side, float weight) {
  TestAxis axis;
  axis.inputs = outputs * side;
  for (uint32_t i = 0; i < outputs; ++i) Append(axis, i * side, std::vector<float>(side, weight));
  return axis;
}

TestAxis SameSizeAxis(uint32_t length, uint32_t taps, std::mt19937& random) {
  const std::vector<float> weights = RandomWeights(taps, random);
  const int64_t reach = taps / 2;
  TestAxis axis;
  axis.inputs = length;
  for (int64_t i = 0; i < length; ++i) {
    const int64_t begin = std::max<int64_t>(0, i - reach);
    const int64_t end = std::min<int64_t>(length, i - reach + taps);
    std::vector<float> merged(static_cast<size_t>(end - begin), 0.0f);
    for (uint32_t k = 0; k < taps; ++k) {
      const int64_t at = std::clamp<int64_t>(i - reach + k, 0, length - 1);
      merged[static_cast<size_t>(at - begin)] += weights[k];
    }
    Append(axis, static_cast<uint32_t>(begin), merged);
  }
  return axis;
}

TestAxis InnerAxis(uint32_t outputs, uint32_t taps, std::mt19937& random) {
  const std::vector<float> weights = RandomWeights(taps, random);
  TestAxis axis;
  axis.inputs = outputs + taps - 1;
  for (uint32_t i = 0; i < outputs; ++i) Append(axis, i, weights);
  return axis;
}

TestAxis CancellingAxis() {
  constexpr float kLarge = 1 << 17, kSmall = 0.001f;
  std::vector<float> weights(129, 0.0f);
  weights.front() = kLarge;
  std::fill(weights.begin() + 64, weights.begin() + 128, kSmall);
  weights.back() = -kLarge;
  TestAxis axis;
  axis.inputs = 129;
  Append(axis, 0, weights);
  return axis;
}

TestImage::TestImage(unsigned depth, uint32_t columns, uint32_t rows, uint32_t padding_px,
                     size_t shift, unsigned samples)
    : depth_(depth),
      samples_(samples),
      columns_(columns),
      rows_(rows),
      pixel_bytes_(depth / 8 * samples) {
  stride_bytes_ = (size_t{columns} + padding_px) * pixel_bytes_;
  bytes_.assign(stride_bytes_ * rows + 2 * kMargin, kGuard);
  const auto address = reinterpret_cast<uintptr_t>(bytes_.data());
  begin_ = (address + 127) / 128 * 128 - address + 128 + shift;
}

size_t TestImage::Offset(uint32_t x, uint32_t y) const {
  return begin_ + y * stride_bytes_ + x * pixel_bytes_;
}

void TestImage::Put(uint32_t x, uint32_t y, unsigned channel, unsigned quantum) {
  const auto narrow = static_cast<uint16_t>(quantum);
  std::memcpy(&bytes_[Offset(x, y) + channel * (depth_ / 8)], &narrow, depth_ / 8);
}

void TestImage::Fill(std::mt19937& random) {
  const unsigned max = depth_ == 8 ? 255 : 65535;
  for (uint32_t y = 0; y < rows_; ++y) {
    for (uint32_t x = 0; x < columns_; ++x) {
      for (unsigned c = 0; c < samples_; ++c) {
        // Extremes are common in images and decisive for clamping.
        const unsigned dice = random() % 4;
        Put(x, y, c, dice == 0 ? 0 : dice == 1 ? max : random() % (max + 1));
      }
    }
  }
}

void TestImage::FillEvenly(unsigned quantum) {
  for (uint32_t y = 0; y < rows_; ++y) {
    for (uint32_t x = 0; x < columns_; ++x) {
      for (unsigned c = 0; c < samples_; ++c) Put(x, y, c, c == 3 ? 0 : quantum);
    }
  }
}

unsigned TestImage::Sample(uint32_t x, uint32_t y, unsigned channel) const {
  uint16_t value = 0;
  std::memcpy(&value, &bytes_[Offset(x, y) + channel * (depth_ / 8)], depth_ / 8);
  return value;
}

MagickAcceleratePixels TestImage::View() const {
  return {bytes_.data() + begin_, columns_, rows_, stride_bytes_, 0, nullptr, 0};
}

bool TestImage::GuardsIntact() const {
  std::vector<unsigned char> rest = bytes_;
  for (uint32_t y = 0; y < rows_; ++y) {
    std::memset(&rest[Offset(0, y)], kGuard, columns_ * pixel_bytes_);
  }
  return std::all_of(rest.begin(), rest.end(), [](unsigned char b) { return b == kGuard; });
}

bool TestWork::Clamps() const {
  return clamps_intermediate.value_or(GetOperation(operation).clamps_intermediate);
}

MagickAccelerateWork TestWork::View(const TestImage& source, const TestImage& destination) const {
  MagickAccelerateWork work{};
  work.struct_size = sizeof(work);
  work.operation = operation;
  work.quantum_depth = depth;
  work.channels = channels;
  work.vertical_first = vertical_first;
  work.clamps_intermediate = Clamps();
  work.linear_light = linear_light;
  work.horizontal = horizontal.View();
  work.vertical = vertical.View();
  work.source = source.View();
  work.destination = destination.View();
  return work;
}

std::vector<unsigned> Oracle(const TestWork& work, const TestImage& source) {
  const Contract contract{work.depth == 8 ? 255.0f : 65535.0f, work.channels, work.Clamps(),
                          work.linear_light};
  Plane plane{source.columns(), source.rows(), {}};
  for (uint32_t y = 0; y < plane.rows; ++y) {
    for (uint32_t x = 0; x < plane.columns; ++x) {
      plane.pixels.push_back(contract.Load(source, x, y));
    }
  }
  plane = work.vertical_first ? Down(plane, work.vertical) : Across(plane, work.horizontal);
  for (Pixel& pixel : plane.pixels) pixel = contract.Between(pixel);
  plane = work.vertical_first ? Across(plane, work.horizontal) : Down(plane, work.vertical);
  std::vector<unsigned> quanta;
  for (const Pixel& pixel : plane.pixels) {
    for (unsigned c = 0; c < source.samples(); ++c) quanta.push_back(contract.Store(pixel, c));
  }
  return quanta;
}

size_t Mismatches(const std::vector<unsigned>& expected, const TestImage& result) {
  size_t count = 0;
  for (uint32_t y = 0; y < result.rows(); ++y) {
    for (uint32_t x = 0; x < result.columns(); ++x) {
      for (unsigned c = 0; c < result.samples(); ++c) {
        const size_t pixel = size_t{y} * result.columns() + x;
        count += expected[pixel * result.samples() + c] != result.Sample(x, y, c);
      }
    }
  }
  return count;
}

}  // namespace lodestone::accel::gpu::testing
