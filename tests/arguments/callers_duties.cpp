#include "tests/arguments/callers_duties.hpp"

#include <algorithm>
#include <cstring>

#include "tests/arguments/argument_values.hpp"

namespace lodestone::test {
namespace {

using enum Duty;

constexpr CallersDuty kDuties[] = {
    {"BenchmarkImageCommand", 1, kMeasure},
    {"CloneMemory", 2, kMeasure},
    {"ClonePixelWands", 1, kMeasure},
    {"CompareImageCommand", 1, kMeasure},
    {"CompositeImageCommand", 1, kMeasure},
    {"ConjureImageCommand", 1, kMeasure},
    {"ConvertImageCommand", 1, kMeasure},
    {"DeallocateImageProfileIterator", 0, kObject},
    {"DrawBezier", 1, kMeasure},
    {"DrawPolygon", 1, kMeasure},
    {"DrawPolyline", 1, kMeasure},
    {"DrawSetStrokeDashArray", 1, kMeasure},
    {"FormatMagickString", 1, kMeasure},
    {"FormatMagickString", 2, kFormat},
    {"FormatMagickStringList", 1, kMeasure},
    {"FormatMagickStringList", 2, kFormat},
    {"FormatMagickStringList", 3, kMeasure},  // va_list
    {"FormatString", 1, kFormat},
    {"FormatStringList", 1, kFormat},
    {"FormatStringList", 2, kMeasure},  // va_list
    {"FunctionImage", 2, kMeasure},
    {"GMCommand", 0, kMeasure},
    {"Hull", 2, kMeasure},
    {"Hull", 3, kMeasure},
    {"IdentifyImageCommand", 1, kMeasure},
    {"LZWEncode2Image", 1, kMeasure},
    {"LZWEncodeImage", 1, kMeasure},
    {"MSBOrderLong", 1, kMeasure},
    {"MSBOrderShort", 1, kMeasure},
    {"MagickAcceleratePullEvent", 1, kMeasure},
    {"MagickCloneMemory", 2, kMeasure},
    {"MagickCommand", 1, kMeasure},
    {"MagickDrawBezier", 1, kMeasure},
    {"MagickDrawPolygon", 1, kMeasure},
    {"MagickDrawPolyline", 1, kMeasure},
    {"MagickDrawSetStrokeDashArray", 1, kMeasure},
    {"MagickFormatString", 1, kMeasure},
    {"MagickFormatString", 2, kFormat},
    {"MagickFormatStringList", 1, kMeasure},
    {"MagickFormatStringList", 2, kFormat},
    {"MagickFormatStringList", 3, kMeasure},  // va_list
    {"MagickFreeAligned", 0, kObject},
    {"MagickProfileImage", 3, kMeasure},
    {"MagickReadImageBlob", 2, kMeasure},
    {"MagickSetImageProfile", 3, kMeasure},
    {"MagickSetSamplingFactors", 1, kMeasure},
    {"MogrifyImage", 1, kMeasure},
    {"MogrifyImageCommand", 1, kMeasure},
    {"MogrifyImages", 1, kMeasure},
    {"MontageImageCommand", 1, kMeasure},
    {"NextImageProfile", 0, kObject},
    {"PackbitsEncode2Image", 1, kMeasure},
    {"PackbitsEncodeImage", 1, kMeasure},
    {"TimeImageCommand", 1, kMeasure},
};

bool Breaks(Duty duty, unsigned number) {
  switch (duty) {
    case kMeasure:
      return number != 0;
    case kFormat:
      return number > kNull;
    case kObject:
      break;
  }
  return number != kNull;
}

}  // namespace

std::span<const CallersDuty> CallersDuties() {
  return kDuties;
}

bool IsCallersDuty(const char* function, const std::vector<unsigned>& numbers) {
  return std::any_of(std::begin(kDuties), std::end(kDuties), [&](const CallersDuty& each) {
    return std::strcmp(each.function, function) == 0 && Breaks(each.duty, numbers[each.argument]);
  });
}

}  // namespace lodestone::test
