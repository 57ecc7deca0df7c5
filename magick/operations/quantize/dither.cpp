#include "magick/operations/quantize/dither.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "magick/core/progress/row_monitor.hpp"
#include "magick/operations/quantize/hilbert.hpp"
#include "magick/operations/quantize/plain_colors.hpp"

namespace lodestone::quantize {
namespace {

constexpr std::size_t kErrors = 16;

// Of one colour, in double; four for the sake of vector instructions.
using Samples = std::array<double, 4>;

// The last errors, and the weights of each: the latest one's is the largest.
class ErrorQueue {
 public:
  ErrorQueue();

  // The sample values of a pixel with past errors added, not rounded.
  Samples Corrected(const PixelPacket& pixel) const {
    Samples sum = {static_cast<double>(pixel.red), static_cast<double>(pixel.green),
                   static_cast<double>(pixel.blue), 0.0};
    const Samples* errors = &errors_[end_ - kErrors];
    for (std::size_t i = 0; i < kErrors; ++i)
      for (std::size_t s = 0; s < sum.size(); ++s) sum[s] += errors[i][s] * weights_[i];
    return sum;
  }

  void Push(const PixelPacket& wanted, const PixelPacket& got) {
    if (end_ == errors_.size()) {
      std::copy(errors_.end() - kErrors, errors_.end(), errors_.begin());
      end_ = kErrors;
    }
    errors_[end_++] = {static_cast<double>(wanted.red) - got.red,
                       static_cast<double>(wanted.green) - got.green,
                       static_cast<double>(wanted.blue) - got.blue, 0.0};
  }

 private:
  // Room for many, so that they are rarely moved.
  std::array<Samples, 512> errors_{};
  std::size_t end_ = kErrors;
  std::array<double, kErrors> weights_;
};

// Decreasing exponentially to 1 / (MaxRGB + 1) of the first, and of sum 1.
ErrorQueue::ErrorQueue() {
  double divisor = 1.0, total = 0.0, sum = 0.0;
  for (std::size_t i = kErrors; i-- > 0;) {
    weights_[i] = 1.0 / divisor;
    divisor *= std::exp(std::log(MaxRGBDouble + 1.0) / (kErrors - 1.0));
  }
  for (const double weight : weights_) total += weight;
  for (double& weight : weights_) sum += weight /= total;
  weights_[0] += 1.0 - sum;
}

PixelPacket Rounded(const Samples& samples) {
  PixelPacket pixel{};
  pixel.red = RoundDoubleToQuantum(samples[0]);
  pixel.green = RoundDoubleToQuantum(samples[1]);
  pixel.blue = RoundDoubleToQuantum(samples[2]);
  return pixel;
}

}  // namespace

bool Dither(const Image* image, const PixelPacket* pixels, CoarseSearch* search,
            const Destination& to, ExceptionInfo* exception) {
  ErrorQueue errors;
  const std::vector<PixelPacket>& colors = search->palette().colors();
  const std::size_t columns = image->columns;
  RowMonitor monitor(image, "[%s] Dither...", exception);
  std::size_t until_report = columns;
  const auto visit = [&](long x, long y) {
    const std::size_t at = static_cast<std::size_t>(y) * columns + static_cast<std::size_t>(x);
    const PixelPacket wanted = Rounded(errors.Corrected(pixels[at]));
    const unsigned index = search->Find(wanted);
    const PixelPacket& got = colors[index];
    if (to.indexes) to.indexes[at] = static_cast<IndexPacket>(index);
    if (to.colors) SetColor(got, &to.colors[at]);
    errors.Push(wanted, got);
    if (--until_report != 0) return true;
    until_report = columns;
    return monitor.Done();
  };
  return HilbertCurve(static_cast<long>(columns), static_cast<long>(image->rows), visit).Run();
}

}  // namespace lodestone::quantize
