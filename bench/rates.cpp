#include "bench/rates.hpp"

#include <algorithm>
#include <barrier>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "kernels/common/aligned_array.hpp"
#include "utilities/measure/timing.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/rates.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lodestone::bench {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Twelve independent sums hide the latency of two execution units and fit into 16 registers. They
// start with different values, or the compiler would merge them.
std::size_t MultiplyAddFloats(std::size_t loops, float* out) {
  const hn::ScalableTag<float> d;
  const auto factor = hn::Set(d, 0.999f), term = hn::Set(d, 0.001f);
  auto a = hn::Set(d, 1), b = hn::Set(d, 2), c = hn::Set(d, 3), e = hn::Set(d, 4);
  auto f = hn::Set(d, 5), g = hn::Set(d, 6), h = hn::Set(d, 7), i = hn::Set(d, 8);
  auto j = hn::Set(d, 9), k = hn::Set(d, 10), l = hn::Set(d, 11), m = hn::Set(d, 12);
  for (std::size_t loop = 0; loop < loops; ++loop) {
    a = hn::MulAdd(a, factor, term), b = hn::MulAdd(b, factor, term);
    c = hn::MulAdd(c, factor, term), e = hn::MulAdd(e, factor, term);
    f = hn::MulAdd(f, factor, term), g = hn::MulAdd(g, factor, term);
    h = hn::MulAdd(h, factor, term), i = hn::MulAdd(i, factor, term);
    j = hn::MulAdd(j, factor, term), k = hn::MulAdd(k, factor, term);
    l = hn::MulAdd(l, factor, term), m = hn::MulAdd(m, factor, term);
  }
  const auto low = hn::Add(hn::Add(hn::Add(a, b), hn::Add(c, e)), hn::Add(f, g));
  const auto high = hn::Add(hn::Add(hn::Add(h, i), hn::Add(j, k)), hn::Add(l, m));
  *out = hn::GetLane(hn::Add(low, high));
  return loops * 12 * hn::Lanes(d);
}

std::size_t MultiplyAddIntegers(std::size_t loops, float* out) {
  const hn::ScalableTag<std::int16_t> d;
  const hn::ScalableTag<std::int32_t> wide;
  // The factor varies, or the compiler would multiply only once.
  auto factor = hn::Iota(d, 1);
  const auto one = hn::Set(d, 1);
  auto a = hn::Zero(wide), b = a, c = a, e = a, f = a, g = a, h = a, i = a, rest = a;
  for (std::size_t loop = 0; loop < loops; ++loop) {
    a = hn::ReorderWidenMulAccumulate(wide, factor, one, a, rest);
    b = hn::ReorderWidenMulAccumulate(wide, factor, factor, b, rest);
    factor = hn::Add(factor, one);
    c = hn::ReorderWidenMulAccumulate(wide, factor, one, c, rest);
    e = hn::ReorderWidenMulAccumulate(wide, factor, factor, e, rest);
    factor = hn::Add(factor, one);
    f = hn::ReorderWidenMulAccumulate(wide, factor, one, f, rest);
    g = hn::ReorderWidenMulAccumulate(wide, factor, factor, g, rest);
    factor = hn::Add(factor, one);
    h = hn::ReorderWidenMulAccumulate(wide, factor, one, h, rest);
    i = hn::ReorderWidenMulAccumulate(wide, factor, factor, i, rest);
    factor = hn::Add(factor, one);
  }
  const auto sum =
      hn::Add(hn::Add(hn::Add(a, b), hn::Add(c, e)), hn::Add(hn::Add(f, g), hn::Add(h, i)));
  *out = static_cast<float>(hn::GetLane(hn::Add(sum, rest)));
  return loops * 8 * hn::Lanes(d);
}

// Four at once: faster than one after the other.
void ReadMemory(const std::uint64_t* data, std::size_t count, float* out) {
  const hn::ScalableTag<std::uint64_t> d;
  const std::size_t lanes = hn::Lanes(d), part = count / 4;
  auto a = hn::Zero(d), b = a, c = a, e = a;
  for (std::size_t i = 0; i + lanes <= part; i += lanes) {
    a = hn::Add(a, hn::Load(d, data + i));
    b = hn::Add(b, hn::Load(d, data + i + part));
    c = hn::Add(c, hn::Load(d, data + i + 2 * part));
    e = hn::Add(e, hn::Load(d, data + i + 3 * part));
  }
  *out = static_cast<float>(hn::GetLane(hn::Add(hn::Add(a, b), hn::Add(c, e))));
}

void WriteMemory(std::uint64_t* data, std::size_t count) {
  const hn::ScalableTag<std::uint64_t> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto value = hn::Set(d, std::uint64_t{0x0102030405060708});
  for (std::size_t i = 0; i + lanes <= count; i += lanes) hn::Stream(value, d, data + i);
  hwy::FlushStream();
}

}  // namespace HWY_NAMESPACE
}  // namespace lodestone::bench
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lodestone::bench {

HWY_EXPORT(MultiplyAddFloats);
HWY_EXPORT(MultiplyAddIntegers);
HWY_EXPORT(ReadMemory);
HWY_EXPORT(WriteMemory);

namespace {

constexpr std::size_t kLoops = 1000000;
constexpr int kTries = 7;

// Seconds that body(thread) takes on all threads at once; the best of some tries, since a reference
// shows what is possible.
template <typename Body>
double BestSeconds(unsigned threads, const Body& body) {
  double best = 1e9;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    std::barrier start(threads);
    std::vector<double> seconds(threads);
    auto work = [&](unsigned thread) {
      start.arrive_and_wait();
      const measure::Stopwatch watch;
      body(thread);
      seconds[thread] = watch.Seconds();
    };
    std::vector<std::thread> others;
    for (unsigned i = 1; i < threads; ++i) others.emplace_back(work, i);
    work(0);
    for (std::thread& other : others) other.join();
    best = std::min(best, *std::max_element(seconds.begin(), seconds.end()));
  }
  return best;
}

}  // namespace

Rates MeasureRates(unsigned threads, std::size_t bytes) {
  const std::size_t share = std::max<std::size_t>(bytes / 8 / threads, 4096) / 256 * 256;
  const auto memory = kernels::NewAligned<std::uint64_t>(share * threads);
  std::fill(memory.get(), memory.get() + share * threads, 1);
  std::vector<float> results(threads * 64);  // a cache line each, against false sharing
  std::vector<std::size_t> counts(threads);
  auto out = [&](unsigned thread) { return &results[thread * 64]; };

  Rates rates;
  rates.threads = threads;
  const double gigabytes = static_cast<double>(share * threads * 8) / 1e9;
  rates.read_gbs =
      gigabytes / BestSeconds(threads, [&](unsigned thread) {
        HWY_DYNAMIC_DISPATCH(ReadMemory)(memory.get() + thread * share, share, out(thread));
      });
  rates.write_gbs = gigabytes / BestSeconds(threads, [&](unsigned thread) {
                      HWY_DYNAMIC_DISPATCH(WriteMemory)(memory.get() + thread * share, share);
                    });
  const double floats = BestSeconds(threads, [&](unsigned thread) {
    counts[thread] = HWY_DYNAMIC_DISPATCH(MultiplyAddFloats)(kLoops, out(thread));
  });
  rates.fma_g = static_cast<double>(counts[0]) * threads / floats / 1e9;
  const double integers = BestSeconds(threads, [&](unsigned thread) {
    counts[thread] = HWY_DYNAMIC_DISPATCH(MultiplyAddIntegers)(kLoops, out(thread));
  });
  rates.integer_g = static_cast<double>(counts[0]) * threads / integers / 1e9;
  return rates;
}

std::string VectorInstructions() {
  const std::int64_t targets = hwy::SupportedTargets();
  return hwy::TargetName(targets & -targets);  // the lowest bit is the best
}

}  // namespace lodestone::bench
#endif
