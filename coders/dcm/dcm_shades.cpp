#include <algorithm>
#include <cmath>

#include "coders/dcm/dcm_pixels.hpp"

namespace lodestone::coders {
namespace {

constexpr std::uint32_t kCenter = DcmTag(0x0028, 0x1050), kWidth = DcmTag(0x0028, 0x1051),
                        kFunction = DcmTag(0x0028, 0x1056), kIntercept = DcmTag(0x0028, 0x1052),
                        kSlope = DcmTag(0x0028, 0x1053);

// From rescaled values to 0..1, as PS3.3 C.11.2 defines it.
class Window {
 public:
  Window(double center, double width, const std::string& function)
      : center_(center), width_(width), function_(function) {}

  double operator()(double value) const {
    if (function_ == "SIGMOID") return 1.0 / (1.0 + std::exp(-4.0 * (value - center_) / width_));
    const bool exact = function_ == "LINEAR_EXACT";
    const double center = exact ? center_ : center_ - 0.5;
    const double width = exact ? width_ : width_ - 1.0;
    if (value <= center - width / 2) return 0.0;
    if (value > center + width / 2) return 1.0;
    return (value - center) / width + 0.5;
  }

 private:
  double center_, width_;
  std::string function_;
};

double OrElse(std::optional<double> number, double other) {
  return number && std::isfinite(*number) ? *number : other;
}

std::optional<double> WidthOf(const DcmElements& elements) {
  const auto width = elements.Number(kWidth);
  const double least = elements.Text(kFunction) == "LINEAR_EXACT" ? 0.0 : 1.0;
  const bool valid =
      width && elements.Number(kCenter) && std::isfinite(*width) && *width >= least && *width > 0.0;
  return valid ? width : std::nullopt;
}

// Of all values that the stored bits can have.
DcmRange FullRange(const DcmImage& image) {
  const int values = 1 << image.stored;
  return image.is_signed ? DcmRange{-values / 2, values / 2 - 1} : DcmRange{0, values - 1};
}

// From the least value, which is dark, to the most.
SampleTable ShadesOf(const DcmImage& image, const auto& brightness) {
  SampleTable table(std::size_t{1} << image.stored);
  for (std::size_t bits = 0; bits < table.size(); ++bits) {
    const double shade = std::clamp(brightness(image.Value(static_cast<unsigned>(bits))), 0.0, 1.0);
    table[bits] = static_cast<Quantum>((image.inverted ? 1.0 - shade : shade) * MaxRGBDouble + 0.5);
  }
  return table;
}

}  // namespace

bool NeedsDcmRange(const DcmElements& elements, const DcmImage& image) {
  return image.colors == DcmColors::kMonochrome && image.stored > 8 && !WidthOf(elements);
}

SampleTable DcmShades(const DcmElements& elements, const DcmImage& image, const DcmRange* range) {
  if (const auto width = WidthOf(elements)) {
    const double slope = OrElse(elements.Number(kSlope), 1.0);
    const double intercept = OrElse(elements.Number(kIntercept), 0.0);
    const Window window(OrElse(elements.Number(kCenter), 0.0), *width, elements.Text(kFunction));
    return ShadesOf(image, [&](int value) { return window(value * slope + intercept); });
  }
  const DcmRange whole = range != nullptr && range->most > range->least ? *range : FullRange(image);
  const double length = std::max(whole.most - whole.least, 1);
  const bool falls = OrElse(elements.Number(kSlope), 1.0) < 0.0;
  return ShadesOf(image, [&](int value) {
    const double shade = (value - whole.least) / length;
    return falls ? 1.0 - shade : shade;
  });
}

SampleTable DcmPlainShades(const DcmImage& image) {
  SampleTable table(std::size_t{1} << image.stored);
  for (std::size_t bits = 0; bits < table.size(); ++bits) {
    const auto value = static_cast<std::uint32_t>(bits);
    table[bits] = image.stored <= QuantumDepth ? static_cast<Quantum>(value)
                                               : QuantumFromRange(value, image.Mask());
  }
  return table;
}

}  // namespace lodestone::coders
