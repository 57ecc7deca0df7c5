#include "magick/operations/colorspace/point.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "accel/work.hpp"
#include "magick/colorspace.h"
#include "magick/core/samples/sample_places.hpp"
#include "magick/operations/colorspace/in_place.hpp"

namespace lodestone {
namespace {

Quantum Mapped(const PointTable* table, Quantum value) {
  return table ? (*table)[value] : value;
}

MagickAcceleratePoint RecordOf(const PointRule& rule) {
  MagickAcceleratePoint point{};
  point.selection = rule.selection;
  point.from_intensity = rule.from_intensity;
  SetIntensityWeights(point.weights);
  point.low = rule.low;
  point.high = rule.high;
  point.color[kRed] = rule.color.red;
  point.color[kGreen] = rule.color.green;
  point.color[kBlue] = rule.color.blue;
  point.distance = rule.distance;
  return point;
}

// The rule for grey pixels, where it says the same of every shade: tables alone.
class GreyRule {
 public:
  explicit GreyRule(const PointRule& rule) {
    const bool alike = rule.red == rule.green && rule.green == rule.blue;
    for (PointTable& table : tables_) table.resize(alike ? 0 : std::size_t{MaxRGB} + 1);
    tables_[0].resize(std::size_t{MaxRGB} + 1);
    for (std::size_t shade = 0; shade <= MaxRGB; ++shade) {
      PixelPacket pixel{};
      pixel.red = pixel.green = pixel.blue = static_cast<Quantum>(shade);
      pixel = rule.Map(pixel);
      tables_[0][shade] = pixel.red;
      if (alike) continue;
      tables_[1][shade] = pixel.green;
      tables_[2][shade] = pixel.blue;
    }
    rule_ = alike ? PointRule::ForColors(&tables_[0])
                  : PointRule{&tables_[0], &tables_[1], &tables_[2]};
  }

  const PointRule& get() const { return rule_; }

 private:
  std::array<PointTable, 3> tables_;
  PointRule rule_;
};

MagickAccelerateWork WorkOf(const char* name, const PointRule& rule) {
  MagickAccelerateWork work = accel::PlainWorkRecord(MagickAccelerateLookupTables);
  work.point = RecordOf(rule);
  const auto data = [](const PointTable* table) { return table ? table->data() : nullptr; };
  work.lookup[kRed] = data(rule.red);
  work.lookup[kGreen] = data(rule.green);
  work.lookup[kBlue] = data(rule.blue);
  work.lookup[kOpacity] = data(rule.opacity);
  work.name = name;
  return work;
}

}  // namespace

PointTable MakePointTable(const std::function<double(Quantum)>& value) {
  PointTable table(std::size_t{MaxRGB} + 1);
  for (std::size_t i = 0; i < table.size(); ++i) {
    const double made = value(static_cast<Quantum>(i));
    table[i] = std::isnan(made) ? Quantum{0} : RoundDoubleToQuantum(made);
  }
  return table;
}

bool PointRule::Selects(const PixelPacket& pixel) const {
  switch (selection) {
    case MagickAccelerateGreyPixels:
      return pixel.red == pixel.green && pixel.green == pixel.blue;
    case MagickAccelerateInRange:
      return PixelIntensity(&pixel) >= low && PixelIntensity(&pixel) <= high;
    case MagickAccelerateNearColor:
      return SquaredDistance(pixel, color) <= distance;
    case MagickAccelerateAllPixels:
      break;
  }
  return true;
}

PixelPacket PointRule::Map(PixelPacket pixel) const {
  if (!Selects(pixel)) return pixel;
  if (from_intensity) pixel.red = pixel.green = pixel.blue = PixelIntensityToQuantum(&pixel);
  pixel.red = Mapped(red, pixel.red);
  pixel.green = Mapped(green, pixel.green);
  pixel.blue = Mapped(blue, pixel.blue);
  pixel.opacity = Mapped(opacity, pixel.opacity);
  return pixel;
}

MagickPassFail ChangeSamples(Image* image, const char* name, const PointRule& rule,
                             const char* text) {
  if (image->storage_class == PseudoClass)
    return ChangePalette(image, [&](PixelPacket* colors, std::size_t count) {
      std::transform(colors, colors + count, colors,
                     [&](const PixelPacket& color) { return rule.Map(color); });
    });
  if (HasGreySamples(image)) return RunInPlace(image, WorkOf(name, GreyRule(rule).get()), text);
  return RunInPlace(image, WorkOf(name, rule), text);
}

MagickPassFail ChangeSamplesToGrey(Image* image, const char* name, const PointRule& rule,
                                   unsigned long levels, const char* text) {
  return RunToGrey(image, WorkOf(name, rule), levels, text);
}

}  // namespace lodestone
