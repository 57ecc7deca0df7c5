#include "magick/core/samples/sample_plan.hpp"

#include <algorithm>
#include <cstdint>

namespace lodestone {
namespace {

// Calls put(i, intensity) for each pixel.
template <class Put>
void ForIntensities(const PixelPacket* pixels, std::size_t count, Put put) {
  constexpr std::size_t kRun = 512;
  Quantum intensities[kRun];
  for (std::size_t begin = 0; begin < count; begin += kRun) {
    const std::size_t part = std::min(kRun, count - begin);
    Intensities(pixels + begin, part, intensities);
    for (std::size_t i = 0; i < part; ++i) put(begin + i, intensities[i]);
  }
}

}  // namespace

void Intensities(const PixelPacket* pixels, std::size_t count, Quantum* intensities) {
  std::uint32_t weights[kPacketSamples] = {};
  SetIntensityWeights(weights);
  kernels::WeightedSums(reinterpret_cast<const Quantum*>(pixels), count, weights, intensities);
}

void ImportPlan::Merge(const Quantum* samples, std::size_t count, PixelPacket* pixels,
                       IndexPacket* indexes) const {
  auto* const packets = reinterpret_cast<Quantum*>(pixels);
  for (std::size_t s = 0; s < kPacketSamples; ++s) {
    const kernels::SamplePlace place = pixel.out[s];
    if (place.from == kernels::SamplePlace::kNowhere) continue;
    for (std::size_t i = 0; i < count; ++i)
      packets[i * kPacketSamples + s] = samples[i * pixel.in + place.from] ^ place.flip;
  }
  if (indexes != nullptr) kernels::PlaceSamples(index, samples, count, indexes);
}

void ExportPlan::Run(const ExportRun& run, Quantum* samples) const {
  const std::size_t step = places_.out.size();
  const Quantum* const from =
      run.grey != nullptr ? run.grey : reinterpret_cast<const Quantum*>(run.pixels);
  kernels::PlaceSamples(places_, from, run.count, samples);
  for (const Other& other : intensities_) {
    ForIntensities(run.pixels, run.count, [&](std::size_t i, Quantum intensity) {
      samples[i * step + other.at] = intensity ^ other.flip;
    });
  }
  if (run.indexes == nullptr) return;
  for (const Other& other : indexes_) {
    for (std::size_t i = 0; i < run.count; ++i)
      samples[i * step + other.at] = run.indexes[i] ^ other.flip;
  }
}

}  // namespace lodestone
