#include "tests/gpu/neighborhood.hpp"

#include <algorithm>
#include <cmath>

#include "accel/operation_table.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

float RandomWeight(uint32_t count, std::mt19937& random) {
  if (random() % 8 == 0) return 0.0f;
  std::uniform_real_distribution<double> weight(-0.7, 2.0);
  return static_cast<float>(weight(random) / (0.6 * count));
}

void Append(TestTaps& taps, int32_t dx, int32_t dy, float weight) {
  taps.dx.push_back(dx);
  taps.dy.push_back(dy);
  taps.weights.push_back(weight);
}

uint32_t Reach(const std::vector<int32_t>& offsets, int sign) {
  int32_t reach = 0;
  for (const int32_t offset : offsets) reach = std::max(reach, sign * offset);
  return static_cast<uint32_t>(reach);
}

std::vector<uint32_t> MapOf(oracle::Around around, uint32_t size, uint32_t before,
                            uint32_t behind) {
  std::vector<uint32_t> map;
  for (long i = -long{before}; i < long{size} + long{behind}; ++i)
    map.push_back(static_cast<uint32_t>(oracle::Place(around, i, size)));
  return map;
}

}  // namespace

TestTaps MatrixTaps(uint32_t order, std::mt19937& random) {
  TestTaps taps;
  taps.order = order;
  const auto reach = static_cast<int32_t>(order / 2);
  for (int32_t dy = -reach; dy <= reach; ++dy)
    for (int32_t dx = -reach; dx <= reach; ++dx)
      Append(taps, dx, dy, RandomWeight(order * order, random));
  return taps;
}

TestTaps LineTaps(uint32_t count, double slope, std::mt19937& random) {
  TestTaps taps;
  for (uint32_t i = 0; i < count; ++i)
    Append(taps, static_cast<int32_t>(i), static_cast<int32_t>(std::floor(i * slope)),
           RandomWeight(count, random));
  return taps;
}

TestTaps WildTaps(uint32_t count, int32_t reach, std::mt19937& random) {
  TestTaps taps;
  std::uniform_int_distribution<int32_t> offset(-reach, reach);
  for (uint32_t i = 0; i < count; ++i) {
    const int32_t dx = offset(random), dy = offset(random);
    Append(taps, dx, dy, RandomWeight(count, random));
  }
  return taps;
}

std::string WindowTest::Describe() const {
  return "operation " + std::to_string(operation) + " depth " + std::to_string(depth) +
         " channels " + std::to_string(channels) + " border " +
         std::to_string(static_cast<int>(around)) + ": " + std::to_string(columns) + "x" +
         std::to_string(rows) + ", " + std::to_string(taps.weights.size()) + " taps, order " +
         std::to_string(taps.order) + ", window " + std::to_string(window) + ", keep " +
         std::to_string(finish.keep) + (finish.sharpen ? ", sharpened" : "");
}

WindowWork::WindowWork(const WindowTest& test, std::mt19937& random)
    : test_(test),
      left_(std::max({test.left, test.window / 2, Reach(test.taps.dx, -1)})),
      right_(std::max({test.right, test.window / 2, Reach(test.taps.dx, 1)})),
      top_(std::max({test.top, test.window / 2, Reach(test.taps.dy, -1)})),
      bottom_(std::max({test.bottom, test.window / 2, Reach(test.taps.dy, 1)})),
      columns_(MapOf(test.around, test.columns, left_, right_)),
      rows_(MapOf(test.around, test.rows, top_, bottom_)),
      surroundings_{test.around, {}},
      source_(test.depth, test.columns, test.rows, test.padding_px, test.shift,
              SamplesOf(test.channels)),
      result_(test.depth, test.columns + test.left + test.right, test.rows + test.top + test.bottom,
              test.padding_px, test.shift, SamplesOf(test.channels)) {
  const long max = test.depth == 8 ? 255 : 65535;
  for (long& sample : surroundings_.constant) sample = static_cast<long>(random()) % (max + 1);
  source_.Fill(random);
}

MagickAccelerateWork WindowWork::View() const {
  MagickAccelerateWork work{};
  work.struct_size = sizeof(work);
  work.operation = test_.operation;
  work.quantum_depth = test_.depth;
  work.channels = test_.channels;
  work.source = source_.View();
  work.destination = result_.View();
  work.taps = {static_cast<uint32_t>(test_.taps.weights.size()), test_.taps.dx.data(),
               test_.taps.dy.data(), test_.taps.weights.data(), test_.taps.order};
  work.border = {left_, right_, top_, bottom_, columns_.data(), rows_.data(), {}};
  std::transform(std::begin(surroundings_.constant), std::end(surroundings_.constant),
                 work.border.constant, [](long v) { return static_cast<uint16_t>(v); });
  work.window = test_.window;
  work.finish = {test_.finish.keep, test_.finish.sharpen, test_.finish.amount,
                 test_.finish.threshold};
  return work;
}

oracle::RawImage WindowWork::SourceRawImage() const {
  oracle::RawImage image = oracle::Made(
      test_.columns, test_.rows, SamplesOf(test_.channels), [&](long x, long y, long c) {
        return long{source_.Sample(static_cast<uint32_t>(x), static_cast<uint32_t>(y),
                                   static_cast<unsigned>(c))};
      });
  image.range = test_.depth == 8 ? 255 : 65535;
  return image;
}

std::vector<unsigned> WindowWork::Expected() const {
  const oracle::RawImage source = SourceRawImage();
  oracle::RawImage result = source;
  std::vector<oracle::Tap> taps;
  for (size_t k = 0; k < test_.taps.weights.size(); ++k)
    taps.push_back({test_.taps.dx[k], test_.taps.dy[k], test_.taps.weights[k]});
  switch (test_.operation) {
    case MagickAccelerateMedian:
      result = oracle::Median(source, surroundings_, test_.window);
      break;
    case MagickAccelerateDespeckle:
      result = oracle::Despeckled(source);
      break;
    case MagickAccelerateExtend:
      result = oracle::Extended(source, surroundings_, left_, right_, top_, bottom_);
      break;
    default:
      result = test_.channels == MagickAccelerateWeighted
                   ? oracle::WeightedConvolved(source, surroundings_, taps)
                   : oracle::Convolved(source, surroundings_, taps);
  }
  const bool opaque = test_.channels == MagickAccelerateOpaque;
  if (test_.operation != MagickAccelerateExtend) {
    if (opaque) oracle::ClearOpacity(result);
    result = oracle::Finished(source, result, test_.finish, opaque);
  }
  return {result.values.begin(), result.values.end()};
}

}  // namespace lodestone::accel::gpu::testing
