// Options for text: the font, and how it is drawn.
#include <cstdlib>

#include "utilities/options/option_checks.hpp"
#include "utilities/shell/exception.hpp"

namespace lodestone::cli {
namespace {

constexpr double kDefaultPointSize = 12.0;

const char* TextOf(const OptionUse& use) {
  return use.plus ? nullptr : use.value();
}

double PointSizeOf(const OptionUse& use) {
  return use.plus ? kDefaultPointSize : std::strtod(use.value(), nullptr);
}

PixelPacket ColorOf(const OptionUse& use) {
  PixelPacket color{};
  Exception exception;
  QueryColorDatabase(use.plus ? "none" : use.value(), &color, exception.get());
  return color;
}

void SetAntialias(ImageInfo* info, const OptionUse& use) {
  info->antialias = !use.plus;
}
void SetFont(ImageInfo* info, const OptionUse& use) {
  StoreText(&info->font, TextOf(use));
}
void SetPointSize(ImageInfo* info, const OptionUse& use) {
  info->pointsize = PointSizeOf(use);
}

void ApplyAntialias(ImageTask* task, const OptionUse& use) {
  task->draw->stroke_antialias = task->draw->text_antialias = !use.plus;
}
void ApplyEncoding(ImageTask* task, const OptionUse& use) {
  StoreText(&task->draw->encoding, TextOf(use));
}
void ApplyFont(ImageTask* task, const OptionUse& use) {
  StoreText(&task->draw->font, TextOf(use));
}
void ApplyPointSize(ImageTask* task, const OptionUse& use) {
  task->draw->pointsize = PointSizeOf(use);
}
void ApplyStroke(ImageTask* task, const OptionUse& use) {
  task->draw->stroke = ColorOf(use);
}
void ApplyStrokeWidth(ImageTask* task, const OptionUse& use) {
  task->draw->stroke_width = use.plus ? 1.0 : std::strtod(use.value(), nullptr);
}
void ApplyUnderColor(ImageTask* task, const OptionUse& use) {
  task->draw->undercolor = ColorOf(use);
}

constexpr Option kOptions[] = {
    {"antialias", kWriters, 0, 0, "", "smooth the edges of text and lines; +antialias does not",
     nullptr, SetAntialias, ApplyAntialias, OptionEffect::kMark},
    {"box", kWriters, 1, 0, "color", "color behind text, as -undercolor; +box: none", CheckColor,
     nullptr, ApplyUnderColor, OptionEffect::kMark},
    {"encoding", kWriters, 1, 0, "type",
     "encoding of text for fonts that are not of Unicode: UTF-8, SJIS", nullptr, nullptr,
     ApplyEncoding, OptionEffect::kMark},
    {"font", kWriters, 1, 0, "name", "font of text: a file, or a name that -list font shows",
     nullptr, SetFont, ApplyFont, OptionEffect::kMark},
    {"pointsize", kWriters, 1, 0, "value", "size of text in points (12); pixels without -density",
     CheckWhole, SetPointSize, ApplyPointSize, OptionEffect::kMark},
    {"stroke", kWriters, 1, 0, "color", "color of outlines; +stroke: none", CheckColor, nullptr,
     ApplyStroke, OptionEffect::kMark},
    {"strokewidth", kWriters, 1, 0, "value", "width of outlines in pixels (1)", CheckWhole, nullptr,
     ApplyStrokeWidth, OptionEffect::kMark},
    {"undercolor", kWriters, 1, 0, "color", "color behind text; +undercolor: none", CheckColor,
     nullptr, ApplyUnderColor, OptionEffect::kMark},
};

}  // namespace

std::span<const Option> TextOptions() {
  return kOptions;
}

}  // namespace lodestone::cli
