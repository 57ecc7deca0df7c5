// The OpenCL kernels of wide blurs, in each form, against a restatement of their rules: bit
// equality, nothing written outside the destination.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "accel/gpu/operations/operation_kernels.hpp"
#include "kernels/cosine_blur/series_plan.hpp"
#include "tests/gpu/run.hpp"
#include "tests/support/series_oracle.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

using test::kNoPixel;

// What stands for samples before 0 and from the size on.
enum class Outside { kNothing, kEdge, kReflected };

struct Sums {
  uint32_t columns, rows;
  MagickAccelerateChannels channels;
  Outside outside;
  uint32_t reach_across, reach_down, terms;
};

std::vector<uint32_t> MapOf(Outside outside, uint32_t size, uint32_t reach) {
  std::vector<uint32_t> map;
  for (int64_t i = -int64_t{reach}; i < int64_t{size} + reach; ++i) {
    const bool inside = i >= 0 && i < int64_t{size};
    const int64_t last = int64_t{size} - 1, period = std::max<int64_t>(1, 2 * last);
    const int64_t phase = ((i % period) + period) % period;
    const int64_t reflected = std::min(phase, period - phase);
    const int64_t nearest = std::clamp<int64_t>(i, 0, last);
    map.push_back(static_cast<uint32_t>(outside == Outside::kReflected ? reflected : nearest));
    if (!inside && outside == Outside::kNothing) map.back() = kNoPixel;
  }
  return map;
}

// Of some series; every output has its own scale.
void AppendNumbers(const Sums& sums, uint32_t reach, uint32_t outputs,
                   std::vector<float>* numbers) {
  const double angle = 2.5 / (2.0 * reach + 1.0);
  const auto amplitude = [&](uint32_t term) { return (term % 3 == 2 ? -0.2 : 0.8) / (term + 1); };
  const auto add = [&](double number) { numbers->push_back(static_cast<float>(number)); };
  for (uint32_t m = 0; m < sums.terms; ++m) {
    const double turn = angle * m, last = turn * reach, next = turn * (reach + 1.0);
    for (const double number : {std::cos(turn), std::sin(turn), amplitude(m) * std::cos(last),
                                -amplitude(m) * std::cos(next), std::cos(turn), -std::sin(turn),
                                amplitude(m) * std::sin(last), amplitude(m) * std::sin(next)})
      add(number);
  }
  for (uint32_t k = 0; k <= reach; ++k)
    for (uint32_t m = 0; m < sums.terms; ++m) {
      add(amplitude(m) * std::cos(angle * m * k));
      add(amplitude(m) * std::sin(angle * m * k));
    }
  for (uint32_t i = 0; i < outputs; ++i) add((1.0 + i % 5) / (reach + 1.0));
  while (numbers->size() % LS_SERIES_ALIGNMENT != 0) add(0.0);
}

template <class Sample>
class SeriesCall {
 public:
  explicit SeriesCall(const Sums& sums)
      : sums_(sums),
        samples_(SamplesOf(sums.channels)),
        columns_(MapOf(sums.outside, sums.columns, sums.reach_across)),
        rows_(MapOf(sums.outside, sums.rows, sums.reach_down)),
        source_(stride() * sums.rows),
        result_(stride() * sums.rows + 2 * kGuard, kUntouched) {
    AppendNumbers(sums, sums.reach_across, sums.columns, &numbers_);
    AppendNumbers(sums, sums.reach_down, sums.rows, &numbers_);
    std::mt19937 random(3);
    for (Sample& sample : source_) sample = static_cast<Sample>(random() % 4 == 0 ? ~0u : random());
  }

  MagickAccelerateWork Work() {
    MagickAccelerateWork work{};
    work.struct_size = sizeof work;
    work.operation = MagickAccelerateCosineBlur;
    work.quantum_depth = 8 * sizeof(Sample);
    work.channels = sums_.channels;
    work.series = {sums_.terms, {sums_.reach_across, sums_.reach_down}};
    work.table = {numbers_.data(), static_cast<uint32_t>(numbers_.size())};
    work.border = {sums_.reach_across,
                   sums_.reach_across,
                   sums_.reach_down,
                   sums_.reach_down,
                   columns_.data(),
                   rows_.data(),
                   {}};
    const size_t bytes = stride() * sizeof(Sample);
    work.source = {source_.data(), sums_.columns, sums_.rows, bytes, 0, nullptr, 0};
    work.destination = {result_.data() + kGuard, sums_.columns, sums_.rows, bytes, 0, nullptr, 0};
    return work;
  }

  std::vector<Sample> Expected() const {
    std::vector<Sample> expected(result_.size(), kUntouched);
    const float* down =
        numbers_.data() + kernels::SeriesNumbers(sums_.reach_across, sums_.terms, sums_.columns);
    for (size_t s = 0; s < samples_; ++s) {
      const bool cleared = s == 3 && sums_.channels == MagickAccelerateOpaque;
      const std::vector<Sample> plane = test::SeriesOf<Sample>(
          {source_.data() + s, sums_.columns, sums_.rows, samples_, stride()},
          {numbers_.data(), sums_.terms, sums_.reach_across}, {down, sums_.terms, sums_.reach_down},
          columns_.data(), rows_.data());
      for (size_t i = 0; i < plane.size(); ++i)
        expected[kGuard + i * samples_ + s] = cleared ? Sample{0} : plane[i];
    }
    return expected;
  }

  const std::vector<Sample>& result() const { return result_; }

 private:
  static constexpr size_t kGuard = 64;
  static constexpr Sample kUntouched = 0x5a;

  size_t stride() const { return sums_.columns * samples_; }

  const Sums sums_;
  const size_t samples_;
  const std::vector<uint32_t> columns_, rows_;
  std::vector<float> numbers_;
  std::vector<Sample> source_, result_;
};

struct Variant {
  const char* name;
  const char* variant;
  unsigned depth;
  bool small_bands = false;
};

constexpr Variant kVariants[] = {{"Strips8", "strips", 8},
                                 {"Strips16InBands", "strips", 16, true},
                                 {"Tiles8InBands", "tiles", 8, true},
                                 {"Tiles16", "tiles", 16}};

class OpenClCosineBlur : public ::testing::TestWithParam<Variant> {
 protected:
  void SetUp() override {
    static auto& cache = *new ProgramCache("", "");
    static auto& devices = *new std::vector<std::unique_ptr<Device>>(2);
    auto& device = devices[GetParam().small_bands];
    if (!device) {
      DeviceOptions options;
      if (GetParam().small_bands) {  // in strips of a few rows, too
        options.band_bytes = 1;
        options.strip_bytes = 1 << 14;
        options.share = SharePolicy::kNever;
      }
      for (const DeviceFacts& facts : DiscoverDevices().devices) {
        if (!facts.problem.empty()) continue;
        device = std::make_unique<Device>(facts, "test", cache, options);
        break;
      }
    }
    device_ = device.get();
    if (!device_) GTEST_SKIP() << "no usable OpenCL device";
  }

  template <class Sample>
  void ExpectSamples(const Sums& sums) {
    SeriesCall<Sample> call(sums);
    MagickAccelerateWork work = call.Work();
    work.variant = GetParam().variant;
    MagickAccelerateParts parts{};
    PlanAndRun(*device_, work, &parts);
    const std::string terms = std::to_string(sums.terms);
    EXPECT_EQ("CosineBlurDown" + terms + "Filter,CosineBlurAcross" + terms + "Filter",
              std::string(parts.kernels));
    ASSERT_EQ(call.Expected(), call.result())
        << work.quantum_depth << " bits, " << sums.columns << "x" << sums.rows << ", channels "
        << sums.channels << ", reach " << sums.reach_across << " and " << sums.reach_down << ", "
        << parts.strips << " strips";
  }
  void Expect(const Sums& sums) {
    if (GetParam().depth == 8)
      ExpectSamples<uint8_t>(sums);
    else
      ExpectSamples<uint16_t>(sums);
  }

  Device* device_ = nullptr;
};

TEST_P(OpenClCosineBlur, OddSizesAndKinds) {
  constexpr uint32_t kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};
  constexpr uint32_t kReaches[] = {0, 1, 15, 16, 17, 63, 64, 130};
  std::mt19937 random(9);
  for (const MagickAccelerateChannels channels :
       {MagickAccelerateOpaque, MagickAcceleratePlain, MagickAccelerateGrey})
    for (const uint32_t columns : kSizes)
      ASSERT_NO_FATAL_FAILURE(
          Expect({columns, kSizes[random() % 8], channels, static_cast<Outside>(random() % 3),
                  kReaches[random() % 8], kReaches[random() % 8], random() % 2 == 0 ? 4u : 8u}));
}

// Waves begin afresh in the middle of both directions.
TEST_P(OpenClCosineBlur, LargerImages) {
  for (const MagickAccelerateChannels channels : {MagickAcceleratePlain, MagickAccelerateGrey}) {
    ASSERT_NO_FATAL_FAILURE(Expect({600, 90, channels, Outside::kNothing, 40, 70, 8}));
    ASSERT_NO_FATAL_FAILURE(Expect({90, 600, channels, Outside::kEdge, 100, 33, 4}));
  }
}

TEST_P(OpenClCosineBlur, DeclinesWhatDoesNotFitTogether) {
  SeriesCall<uint16_t> call({40, 30, MagickAccelerateOpaque, Outside::kEdge, 20, 20, 4});
  const auto reason = [&](auto change) -> std::string {
    MagickAccelerateWork work = call.Work();
    change(work);
    MagickAccelerateParts parts{};
    try {
      PlanAndRun(*device_, work, &parts);
    } catch (const Problem& problem) {
      EXPECT_EQ(MagickAccelerateDeclined, problem.outcome());
      return problem.what();
    }
    return "";
  };
  EXPECT_NE(std::string::npos, reason([](auto& work) { work.series.terms = 5; }).find("terms"));
  EXPECT_NE(std::string::npos, reason([](auto& work) { work.table.count -= 1; }).find("table"));
  EXPECT_NE(std::string::npos,
            reason([](auto& work) { work.series.reach[0] += 1; }).find("border"));
}

INSTANTIATE_TEST_SUITE_P(Forms, OpenClCosineBlur, ::testing::ValuesIn(kVariants),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace lodestone::accel::gpu::testing
