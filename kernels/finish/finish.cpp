#include "kernels/finish/finish.hpp"

namespace lodestone::kernels {
namespace {

QuantumSample Sharpened(const FinishView& finish, float original, float blurred) {
  return static_cast<QuantumSample>(LS_UNSHARP(original, blurred, finish.amount, finish.threshold));
}

}  // namespace

void FinishBand(const FinishView& finish, Channels channels, const SourceView& source,
                const DestinationView& destination, std::size_t begin, std::size_t end) {
  const std::size_t samples = SamplesOf(channels);
  const std::size_t opacity = channels == Channels::kOpaque ? 3 : samples;  // it stays 0
  for (std::size_t y = begin; y < end; ++y) {
    const QuantumSample* in = source.Row(y);
    QuantumSample* out = destination.Row(y);
    for (std::size_t i = 0; i < destination.columns * samples; ++i) {
      const std::size_t sample = i % samples;
      if (finish.keep >> sample & 1)
        out[i] = in[i];
      else if (finish.sharpen && sample != opacity)
        out[i] = Sharpened(finish, in[i], out[i]);
    }
  }
}

}  // namespace lodestone::kernels
