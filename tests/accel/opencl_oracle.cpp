#include "tests/accel/opencl_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace lodestone::accel::opencl::testing {
namespace {

constexpr unsigned char kGuard = 0xA5;
constexpr size_t kMargin = 512;

struct Pixel {
  float color[3] = {0, 0, 0};
  float alpha = 0;
};

struct Plane {
  uint32_t columns, rows;
  std::vector<Pixel> pixels;
  const Pixel& at(uint32_t x, uint32_t y) const { return pixels[size_t{y} * columns + x]; }
};

struct Contract {
  float max;
  bool alpha;

  float Clamp(float v) const { return std::fmin(std::fmax(v, 0.0f), max); }

  Pixel Load(const TestImage& image, uint32_t x, uint32_t y) const {
    Pixel pixel;
    pixel.alpha = max - static_cast<float>(image.Sample(x, y, 3));
    for (unsigned c = 0; c < 3; ++c) {
      pixel.color[c] = static_cast<float>(image.Sample(x, y, c));
      if (alpha) pixel.color[c] = pixel.color[c] * pixel.alpha;
    }
    return pixel;
  }

  Pixel Between(const Pixel& sum) const {
    Pixel pixel;
    const float scale = sum.alpha > max ? max / sum.alpha : 1.0f;
    pixel.alpha = Clamp(sum.alpha);
    for (unsigned c = 0; c < 3; ++c) {
      const float weighted = sum.color[c] * scale;
      pixel.color[c] =
          alpha ? std::fmin(std::fmax(weighted, 0.0f), max * pixel.alpha) : Clamp(sum.color[c]);
    }
    return pixel;
  }

  void Store(const Pixel& sum, unsigned* quanta) const {
    for (unsigned c = 0; c < 3; ++c) {
      float value = sum.color[c];
      if (alpha) value = sum.alpha > 0.0f ? value / sum.alpha : 0.0f;
      quanta[c] = static_cast<unsigned>(Clamp(value) + 0.5f);
    }
    quanta[3] = alpha ? static_cast<unsigned>((max - Clamp(sum.alpha)) + 0.5f) : 0;
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
  for (unsigned c = 0; c < 3; ++c) {
    sum.color[c] = SumTaps(axis, output, [&](uint32_t i) { return at(i).color[c]; });
  }
  sum.alpha = SumTaps(axis, output, [&](uint32_t i) { return at(i).alpha; });
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
  // A little more than 1 in sum, and partly negative, so that every clamp has work.
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
                     size_t shift)
    : depth_(depth), columns_(columns), rows_(rows), pixel_bytes_(depth / 8 * 4) {
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
  std::memcpy(&bytes_[Offset(x, y) + channel * pixel_bytes_ / 4], &narrow, pixel_bytes_ / 4);
}

void TestImage::Fill(std::mt19937& random) {
  const unsigned max = depth_ == 8 ? 255 : 65535;
  for (uint32_t y = 0; y < rows_; ++y) {
    for (uint32_t x = 0; x < columns_; ++x) {
      for (unsigned c = 0; c < 4; ++c) {
        // Extremes are common in pictures and decisive for clamping.
        const unsigned dice = random() % 4;
        Put(x, y, c, dice == 0 ? 0 : dice == 1 ? max : random() % (max + 1));
      }
    }
  }
}

void TestImage::FillEvenly(unsigned quantum) {
  for (uint32_t y = 0; y < rows_; ++y) {
    for (uint32_t x = 0; x < columns_; ++x) {
      for (unsigned c = 0; c < 4; ++c) Put(x, y, c, c == 3 ? 0 : quantum);
    }
  }
}

unsigned TestImage::Sample(uint32_t x, uint32_t y, unsigned channel) const {
  uint16_t value = 0;
  std::memcpy(&value, &bytes_[Offset(x, y) + channel * pixel_bytes_ / 4], pixel_bytes_ / 4);
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

MagickAccelerateWork TestWork::View(const TestImage& source, const TestImage& destination) const {
  MagickAccelerateWork work{};
  work.struct_size = sizeof(work);
  work.operation = operation;
  work.quantum_depth = depth;
  work.channels = alpha ? MagickAccelerateWeighted : MagickAccelerateOpaque;
  work.vertical_first = vertical_first;
  work.horizontal = horizontal.View();
  work.vertical = vertical.View();
  work.source = source.View();
  work.destination = destination.View();
  return work;
}

std::vector<unsigned> Oracle(const TestWork& work, const TestImage& source) {
  const Contract contract{work.depth == 8 ? 255.0f : 65535.0f, work.alpha};
  Plane plane{source.columns(), source.rows(), {}};
  for (uint32_t y = 0; y < plane.rows; ++y) {
    for (uint32_t x = 0; x < plane.columns; ++x) {
      plane.pixels.push_back(contract.Load(source, x, y));
    }
  }
  plane = work.vertical_first ? Down(plane, work.vertical) : Across(plane, work.horizontal);
  for (Pixel& pixel : plane.pixels) pixel = contract.Between(pixel);
  plane = work.vertical_first ? Across(plane, work.horizontal) : Down(plane, work.vertical);
  std::vector<unsigned> quanta(plane.pixels.size() * 4);
  for (size_t i = 0; i < plane.pixels.size(); ++i) contract.Store(plane.pixels[i], &quanta[i * 4]);
  return quanta;
}

size_t Mismatches(const std::vector<unsigned>& expected, const TestImage& result) {
  size_t count = 0;
  for (uint32_t y = 0; y < result.rows(); ++y) {
    for (uint32_t x = 0; x < result.columns(); ++x) {
      for (unsigned c = 0; c < 4; ++c) {
        const size_t index = (size_t{y} * result.columns() + x) * 4 + c;
        count += expected[index] != result.Sample(x, y, c);
      }
    }
  }
  return count;
}

}  // namespace lodestone::accel::opencl::testing
