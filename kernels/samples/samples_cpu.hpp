// Samples in memory as pixels, and back: which sample goes where, and how wide it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/common/quantum.hpp"

namespace lodestone::kernels {

// Where a sample of a pixel comes from. It is `flip` if from nowhere, else exclusive-or `flip`.
struct SamplePlace {
  static constexpr std::size_t kNowhere = ~std::size_t{0};
  std::size_t from = kNowhere;
  QuantumSample flip = 0;
};

// From `in` samples a pixel to one for each of `out`.
struct SamplePlaces {
  std::size_t in = 0;
  std::vector<SamplePlace> out;
};

// Whole rows of pixels. Bytes are spread over the range of a quantum.
void PlaceSamples(const SamplePlaces& places, const QuantumSample* from, std::size_t pixels,
                  QuantumSample* to);
#if LS_QUANTUM_DEPTH != 8
void PlaceSamples(const SamplePlaces& places, const std::uint8_t* from, std::size_t pixels,
                  QuantumSample* to);
#endif

// Times 257.
void WidenSamples(const std::uint8_t* from, std::size_t count, std::uint16_t* to);
// Divided by 257 and rounded to nearest.
void NarrowSamples(const std::uint16_t* from, std::size_t count, std::uint8_t* to);

// Both bytes of `count` pairs of bytes exchanged.
void SwapSamples(const std::uint8_t* from, std::size_t count, std::uint8_t* to);

// Of pixels of four samples: the first three times their weights, which are together 1024, by 1024
// and rounded down.
void WeightedSums(const QuantumSample* pixels, std::size_t count, const std::uint32_t* weights,
                  QuantumSample* to);

// How many of `pixels` pixels, but for the last, differ from the next by at most `plain`, and by at
// least `hard`. They are `samples` bytes each, 1 or 4, of which three at most count: the one that
// differs most.
struct PixelSteps {
  std::size_t plain, hard;
};
PixelSteps CountSteps(const std::uint8_t* row, std::size_t pixels, std::size_t samples,
                      std::uint8_t plain, std::uint8_t hard);

}  // namespace lodestone::kernels
