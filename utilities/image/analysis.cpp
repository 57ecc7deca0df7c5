#include "utilities/image/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "utilities/shell/exception.hpp"

namespace lodestone::cli {
namespace {

class Spread {
 public:
  void Add(double value) {
    sum_ += value;
    squares_ += value * value;
  }
  // As BASEMean and BASEStddev.
  void Store(Image* image, const std::string& base, double count) const {
    const double mean = sum_ / count;
    Set(image, base + "Mean", mean);
    Set(image, base + "Stddev", std::sqrt(std::max(squares_ / count - mean * mean, 0.0)));
  }

 private:
  static void Set(Image* image, const std::string& key, double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.0f", value);
    SetImageAttribute(image, key.c_str(), text);
  }

  double sum_ = 0.0, squares_ = 0.0;
};

void StoreColor(Image* image, const char* key, const PixelPacket& color) {
  char text[32];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", color.red + 0u, color.green + 0u,
                color.blue + 0u);
  SetImageAttribute(image, key, text);
}

}  // namespace

void StoreAnalysis(Image* image) {
  Exception exception;
  const unsigned long columns = image->columns, rows = image->rows;
  const PixelPacket* const pixels = AcquireImagePixels(image, 0, 0, columns, rows, exception.get());
  if (pixels == nullptr) exception.Throw("Unable to analyze image");
  Spread brightness, saturation;
  std::for_each(pixels, pixels + columns * rows, [&](const PixelPacket& pixel) {
    double hue, saturated, bright;
    TransformHSL(pixel.red, pixel.green, pixel.blue, &hue, &saturated, &bright);
    brightness.Add(bright * MaxRGBDouble);
    saturation.Add(saturated * MaxRGBDouble);
  });
  const double count = static_cast<double>(columns) * static_cast<double>(rows);
  brightness.Store(image, "Brightness", count);
  saturation.Store(image, "Saturation", count);
  StoreColor(image, "TopLeftColor", pixels[0]);
  StoreColor(image, "TopRightColor", pixels[columns - 1]);
  StoreColor(image, "BottomLeftColor", pixels[(rows - 1) * columns]);
  StoreColor(image, "BottomRightColor", pixels[rows * columns - 1]);
}

}  // namespace lodestone::cli
