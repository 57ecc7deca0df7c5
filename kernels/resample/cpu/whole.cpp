#include "kernels/resample/cpu/whole.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <span>

namespace lodestone::kernels {
namespace {

constexpr unsigned kMaxShift = 8;
constexpr std::uint32_t kMaxGain = 257;  // times an 8-bit sample: the most that 16 bits hold
constexpr std::uint32_t kMaxTaps = 32;   // more gain less, and need more than one partial sum

// The weights as integers; none if they, or their gain, do not fit.
std::optional<WholeTaps> Scaled(std::span<const float> weights) {
  WholeTaps taps;
  auto scaled = [&](float w) { return std::ldexp(w, static_cast<int>(taps.shift)); };
  auto whole = [&](float w) { return std::trunc(scaled(w)) == scaled(w); };
  while (!std::all_of(weights.begin(), weights.end(), whole))
    if (++taps.shift > kMaxShift) return std::nullopt;
  float gain = 0.0f;
  for (float w : weights) gain += scaled(std::fabs(w));
  if (!(gain <= float(kMaxGain))) return std::nullopt;
  taps.gain = static_cast<std::uint32_t>(gain);
  for (float w : weights) {
    taps.weights.push_back(static_cast<std::int16_t>(scaled(w)));
    taps.positive = taps.positive && w >= 0.0f;
  }
  return taps;
}

// Those of the outputs [begin, end) that have the weights of the axis' middle.
std::optional<WholeTaps> FindWholeTaps(const MagickAccelerateAxis& axis, std::size_t begin,
                                       std::size_t end) {
  const UniformOutputs outputs = FindUniformOutputs(axis, begin, end);
  if (outputs.empty() || outputs.weights.size() > kMaxTaps) return std::nullopt;
  std::optional<WholeTaps> taps = Scaled(outputs.weights);
  if (taps) taps->outputs = outputs;
  return taps;
}

}  // namespace

std::optional<WholeConvolution> FindWholeConvolution(const ResampleWork& work, std::size_t begin,
                                                     std::size_t end) {
  if (LS_QUANTUM_DEPTH != 8 || !work.vertical_first || work.clamps_intermediate ||
      work.channels == Channels::kWeighted)
    return std::nullopt;
  auto down = FindWholeTaps(work.vertical, begin, end);
  if (!down) return std::nullopt;
  auto across = FindWholeTaps(work.horizontal, 0, work.horizontal.outputs);
  if (!across) return std::nullopt;
  constexpr std::uint32_t kExact = 1u << 24;  // floats hold integers exactly up to here
  const std::uint32_t between = kQuantumMax * down->gain, most = between * across->gain;
  const unsigned shift = down->shift + across->shift;
  const std::uint32_t half = shift > 0 ? 1u << (shift - 1) : 0;
  const bool positive = down->positive && across->positive;
  const bool biased = between > std::uint32_t{std::numeric_limits<std::int16_t>::max()};
  if (most > kExact || (biased && !down->positive)) return std::nullopt;
  const bool narrow = positive && most + half <= std::numeric_limits<std::uint16_t>::max();
  const std::uint16_t bias = biased && !narrow ? 0x8000 : 0;
  return WholeConvolution{std::move(*across), std::move(*down), narrow, bias};
}

}  // namespace lodestone::kernels
