// A copy, the 3x3 filter and the 5x5 convolution.
#include <algorithm>

#include "lab/experiments.hpp"
#include "utilities/measure/statistics.hpp"
#include "utilities/measure/timing.hpp"

namespace lodestone::lab {
namespace {

constexpr char kTour[] = "OpenCL kernel development";
constexpr char kTutorial[] = "Convolution filter and local memory";

constexpr double kScalarCopyMs = 2.17, kVectorCopyMs = 1.17;
constexpr double kPlainCMs = 35.203, kOpenClMs = 1.96;

constexpr Group kLine = {256, 1}, kSquare = {16, 16};

constexpr int kWeights3[] = {1, 2, 1, 2, 4, 2, 1, 2, 1};
// No two rows or columns alike, so that mix-ups are detected.
constexpr int kWeights5[] = {1,  4, 7, 4,  2,  5,  16, 26, 16, 3, 8, 25, 40,
                             24, 6, 4, 15, 23, 14, 3,  1,  3,  4, 2, 0};

int32_t Signed(unsigned value) {
  return static_cast<int32_t>(value);
}

// The host's filter, timed by the host's clock.
Outcome TimeInC(const Plane& source, const Plane& expected) {
  constexpr int kRuns = 3;
  Plane result(source.columns, source.rows);
  std::vector<double> times;
  for (int run = 0; run < kRuns; ++run) {
    times.push_back(1e6 * measure::TimeMs([&] { Gaussian3InC(source, result); }));
  }
  Verdict verdict;
  verdict.wrong = result.pixels != expected.pixels;
  if (verdict.wrong) verdict.detail = "the plain loops do not give what the definition does";
  return {std::max<uint64_t>(1, static_cast<uint64_t>(measure::Median(times))), verdict};
}

}  // namespace

void ExperimentGaussian3(Bench& bench, Notebook& notebook, const Size& size) {
  const Plane source = Noise(size.columns, size.rows);
  const Plane expected = ConvolvePlainly(source, kWeights3, 3, 4);
  const uint64_t bytes = 2 * source.pixels.size();
  const std::string baseline = "plain C++, one thread of the host";
  const Variant in_c = {baseline, "", size.columns, size.rows, bytes, {kTour, kPlainCMs}, true};
  notebook.Note(in_c, {}, [&] { return TimeInC(source, expected); });
  const Memory from = bench.Upload(source.pixels), to = bench.MakeBuffer(source.pixels.size());
  const Memory columns = bench.Upload(MirrorTable(size.columns, 1, 1));
  const Memory rows = bench.Upload(MirrorTable(size.rows, 1, 1));
  const auto note = [&](const char* name, const char* function, unsigned pixels,
                        const Published& published) {
    const Variant variant = {name, baseline, size.columns, size.rows, bytes, published};
    notebook.Try(variant, [&] {
      const Kernel kernel = bench.MakeKernel(kGaussian3Source, "", function);
      bench.SetArguments(kernel, from, to, columns, rows, Signed(size.columns), Signed(size.rows));
      const Group groups[] = {{0, 0}, bench.Fit(kSquare, kernel)};
      const Launch launch = {kernel.get(), {(size.columns + pixels - 1) / pixels, size.rows}, {}};
      notebook.NoteLaunches(variant, {launch}, groups, to, expected.pixels.data());
    });
  };
  note("one pixel a work-item", "Gaussian3", 1, {});
  note("four pixels a work-item, loads of eight", "Gaussian3By4", 4,
       {kTour, kOpenClMs, kPlainCMs / kOpenClMs});
}

void ExperimentCopy(Bench& bench, Notebook& notebook, const Size& size) {
  const Plane source = Noise(size.columns, size.rows);
  const auto count = static_cast<uint32_t>(source.pixels.size());
  const Memory from = bench.Upload(source.pixels), to = bench.MakeBuffer(count);
  const auto note = [&](const char* name, const char* baseline, const char* function,
                        uint32_t width, const Published& published) {
    const Variant variant = {name,     baseline, size.columns, size.rows, 2 * uint64_t{count},
                             published};
    notebook.Try(variant, [&] {
      const Kernel kernel = bench.MakeKernel(kCopySource, "", function);
      bench.SetArguments(kernel, from, to, count);
      const Group groups[] = {{0, 0}, bench.Fit(kLine, kernel)};
      const Launch launch = {kernel.get(), {(count + width - 1) / width, 1}, {}};
      notebook.NoteLaunches(variant, {launch}, groups, to, source.pixels.data());
    });
  };
  constexpr const char* kScalar = "one byte a work-item";
  note(kScalar, "", "CopyBytes", 1, {kTour, kScalarCopyMs});
  note("vectors of 4 bytes", kScalar, "CopyBy4", 4, {});
  note("vectors of 16 bytes", kScalar, "CopyBy16", 16,
       {kTour, kVectorCopyMs, kScalarCopyMs / kVectorCopyMs});
  note("16 bytes by vload16 and vstore16", kScalar, "CopyByVload16", 16, {});
}

void ExperimentConvolution5(Bench& bench, Notebook& notebook, const Size& size) {
  constexpr unsigned kOrder = 5;
  const Plane source = Noise(size.columns, size.rows);
  const Plane expected = ConvolvePlainly(source, kWeights5, kOrder, 8);
  const Memory from = bench.Upload(source.pixels), to = bench.MakeBuffer(source.pixels.size());
  const Memory columns = bench.Upload(MirrorTable(size.columns, kOrder / 2, kOrder / 2));
  const Memory rows = bench.Upload(MirrorTable(size.rows, kOrder / 2, kOrder / 2));
  const Memory weights = bench.Upload(kWeights5, sizeof kWeights5);
  const std::string baseline = "global reads, loops";
  const auto note = [&](const std::string& name, bool tile, const std::string& options) {
    const Variant variant = {name,      name == baseline ? "" : baseline, size.columns,
                             size.rows, 2 * source.pixels.size(),         {kTutorial}};
    notebook.Try(variant, [&] {
      const Kernel kernel =
          bench.MakeKernel(kConvolution5Source, options, tile ? "ConvolveTile" : "ConvolveGlobal");
      const Launch launch = {kernel.get(), {size.columns, size.rows}, {}};
      const Group sizes[] = {kSquare, {32, 8}, {32, 32}};
      Group before = {0, 0};
      bench.SetArguments(kernel, from, to, columns, rows, weights, Signed(size.columns),
                         Signed(size.rows), Signed(kOrder));
      if (!tile) notebook.NoteLaunches(variant, {launch}, {&before, 1}, to, expected.pixels.data());
      for (const Group& wanted : sizes) {
        const Group group = bench.Fit(wanted, kernel);
        if (group == before) continue;
        before = group;
        if (tile) bench.SetTile(kernel, 8, (group[0] + kOrder - 1) * (group[1] + kOrder - 1));
        notebook.NoteLaunches(variant, {launch}, {&group, 1}, to, expected.pixels.data());
      }
    });
  };
  const std::string unrolled = "-DLAB_ORDER=" + std::to_string(kOrder);
  note(baseline, false, "");
  note("global reads, unrolled", false, unrolled);
  note("local-memory tile, loops", true, "");
  note("local-memory tile, unrolled", true, unrolled);
}

}  // namespace lodestone::lab
