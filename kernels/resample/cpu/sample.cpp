#include "kernels/resample/cpu/sample.hpp"

#include <algorithm>
#include <cstring>

namespace lodestone::kernels {

namespace {

AxisTable BuildAxis(std::uint32_t inputs, std::uint32_t outputs) {
  AxisTable table(inputs, outputs);
  const double weight = 1.0;
  for (std::uint32_t output = 0; output < outputs; ++output) {
    const auto index = static_cast<std::uint32_t>(static_cast<double>(output) * inputs / outputs);
    table.Append(std::min(inputs - 1, index), {&weight, 1});
  }
  return table;
}

template <std::size_t kSamples>
void SampleRows(const SourceView& source, const DestinationView& destination,
                const std::uint32_t* columns, const std::uint32_t* rows, std::size_t begin,
                std::size_t end) {
  constexpr std::size_t kPixelBytes = kSamples * sizeof(QuantumSample);
  for (std::size_t y = begin; y < end; ++y) {
    QuantumSample* out = destination.Row(y);
    if (y > begin && rows[y] == rows[y - 1]) {
      std::memcpy(out, destination.Row(y - 1), destination.columns * kPixelBytes);
      continue;
    }
    const QuantumSample* in = source.Row(rows[y]);
    for (std::size_t x = 0; x < destination.columns; ++x)
      std::memcpy(out + x * kSamples, in + std::size_t{columns[x]} * kSamples, kPixelBytes);
  }
}

}  // namespace

ResamplePlan BuildSamplePlan(std::uint32_t source_columns, std::uint32_t source_rows,
                             std::uint32_t columns, std::uint32_t rows) {
  return {BuildAxis(source_columns, columns), BuildAxis(source_rows, rows), true};
}

void SampleBand(const SourceView& source, const DestinationView& destination, Channels channels,
                const std::uint32_t* columns, const std::uint32_t* rows, std::size_t begin,
                std::size_t end) {
  const auto sample = channels == Channels::kGrey ? SampleRows<1> : SampleRows<kChannels>;
  sample(source, destination, columns, rows, begin, end);
}

}  // namespace lodestone::kernels
