#include "kernels/despeckle/despeckle.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace lodestone::kernels {
namespace {

constexpr int kStep = kQuantumMax / 255;  // one step of 8 bits

// One rectangle of samples, with a pixel of zeros around it, and the half-done hull of it.
struct Planes {
  std::size_t samples, columns, rows;  // of a pixel; in pixels
  std::vector<QuantumSample> values, half;

  std::size_t stride() const { return (columns + 2) * samples; }
  QuantumSample* Row(std::vector<QuantumSample>& plane, std::size_t y) const {
    return plane.data() + (y + 1) * stride() + samples;
  }
};

// Moves every sample a step towards its neighbour at (dx, dy) where that is far enough away, then
// one more where both neighbours in that direction agree. polarity: 1 up, -1 down.
void Hull(Planes& planes, int dx, int dy, int polarity) {
  const auto toward = static_cast<std::ptrdiff_t>(planes.stride()) * dy +
                      static_cast<std::ptrdiff_t>(planes.samples) * dx;
  const std::size_t width = planes.columns * planes.samples;
  const auto far = [&](int from, int to) { return (to - from) * polarity >= 2 * kStep; };
  for (std::size_t y = 0; y < planes.rows; ++y) {
    const QuantumSample* in = planes.Row(planes.values, y);
    QuantumSample* out = planes.Row(planes.half, y);
    for (std::size_t i = 0; i < width; ++i)
      out[i] = static_cast<QuantumSample>(
          in[i] + (far(in[i], in[static_cast<std::ptrdiff_t>(i) + toward]) ? kStep * polarity : 0));
  }
  for (std::size_t y = 0; y < planes.rows; ++y) {
    const QuantumSample* in = planes.Row(planes.half, y);
    QuantumSample* out = planes.Row(planes.values, y);
    for (std::size_t i = 0; i < width; ++i) {
      const int v = in[i], ahead = in[static_cast<std::ptrdiff_t>(i) + toward],
                behind = in[static_cast<std::ptrdiff_t>(i) - toward];
      const bool moves = far(v, behind) && (ahead - v) * polarity > 0;
      out[i] = static_cast<QuantumSample>(v + (moves ? kStep * polarity : 0));
    }
  }
}

}  // namespace

void DespeckleBand(const SourceView& source, const DestinationView& destination, Channels channels,
                   std::size_t begin, std::size_t end) {
  const std::size_t first = begin - std::min(begin, kDespeckleReach);
  const std::size_t last = std::min(source.rows, end + kDespeckleReach);
  Planes planes{SamplesOf(channels), source.columns, last - first, {}, {}};
  planes.values.resize(planes.stride() * (planes.rows + 2));
  planes.half.resize(planes.values.size());
  const std::size_t width = source.columns * planes.samples;
  for (std::size_t y = first; y < last; ++y)
    std::copy_n(source.Row(y), width, planes.Row(planes.values, y - first));
  constexpr int kDirections[][2] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}};
  for (const auto& [dx, dy] : kDirections) {
    Hull(planes, dx, dy, 1);
    Hull(planes, -dx, -dy, 1);
    Hull(planes, -dx, -dy, -1);
    Hull(planes, dx, dy, -1);
  }
  for (std::size_t y = begin; y < end; ++y) {
    QuantumSample* out = destination.Row(y);
    std::copy_n(planes.Row(planes.values, y - first), width, out);
    for (std::size_t i = 3; channels == Channels::kOpaque && i < width; i += kChannels) out[i] = 0;
  }
}

}  // namespace lodestone::kernels
