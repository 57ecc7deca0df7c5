// LABEL: text as large as its font, or as large as fits into a size.
#include "coders/label/label.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "magick/operations/annotate/text_place.hpp"
#include "magick/core/system/memory.hpp"
#include "magick/memory.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr double kLeastPointSize = 2.0;

struct Measures {
  TypeMetric metrics;  // of the widest line
  double columns, rows;
};

Measures MeasureLines(const std::string& text, Typesetter* setter) {
  Measures all{setter->Measure(""), 0.0, 0.0};
  double further = 0.0;
  for (std::size_t start = 0;;) {
    const std::size_t end = text.find('\n', start);
    const TypeMetric line = setter->Measure(std::string_view(text).substr(start, end - start));
    if (start == 0 || line.width > all.metrics.width) all.metrics = line;
    if (end == std::string::npos) break;
    further += static_cast<double>(HeightOfLine(line));
    start = end + 1;
  }
  all.columns = std::floor(all.metrics.width + all.metrics.max_advance / 2.0 + 0.5);
  all.rows = std::floor(all.metrics.ascent - all.metrics.descent + 0.5) + further;
  return all;
}

// Makes the text as large as fits: from a size that does not, in steps of one point down. A width
// or height of 0 is free.
class Fit {
 public:
  Fit(const std::string& text, const Image* image, Typesetter* setter, ExceptionInfo* exception)
      : text_(text),
        columns_(static_cast<double>(image->columns)),
        rows_(static_cast<double>(image->rows)),
        setter_(*setter),
        exception_(exception) {}

  double Run(double points) {
    while (!Fills(points)) points *= 2.0;
    while (!Fits(points) && points >= kLeastPointSize) points -= 1.0;
    return points;
  }

 private:
  Measures At(double points) {
    if (!setter_.SetPointSize(points, exception_))
      FailAfter(exception_, OptionError, "Unable to get type metrics");
    return MeasureLines(text_, &setter_);
  }
  bool Fills(double points) {
    const Measures size = At(points);
    return (columns_ != 0 && size.columns >= columns_) || (rows_ != 0 && size.rows >= rows_);
  }
  bool Fits(double points) {
    const Measures size = At(points);
    return (columns_ == 0 || size.columns <= columns_) && (rows_ == 0 || size.rows <= rows_);
  }

  const std::string& text_;
  const double columns_, rows_;
  Typesetter& setter_;
  ExceptionInfo* const exception_;
};

// The escapes of TranslateText apply to the name and to the content of a file.
std::string TextOf(const ImageInfo* image_info, Image* image, ExceptionInfo* exception) {
  const char* const name = image_info->filename;
  const bool is_file = *name == '@' && IsAccessibleAndNotEmpty(name + 1);
  const std::string content = is_file ? TextOfFile(name + 1, exception) : name;
  const MagickPtr<void> text(TranslateText(image_info, image, content.c_str()));
  if (text == nullptr) FailAfter(exception, OptionError, "Unable to translate text");
  return static_cast<const char*>(text.get());
}

}  // namespace

SetterHandle OpenTypesetter(const DrawInfo& settings, ExceptionInfo* exception) {
  auto setter = OpenSetter(settings, exception);
  if (setter == nullptr) FailAfter(exception, TypeError, "Unable to get type metrics");
  return setter;
}

std::string TextOfFile(const char* name, ExceptionInfo* exception) {
  size_t length = 0;
  const MagickPtr<void> content(FileToBlob(name, &length, exception));
  if (content == nullptr) FailAfter(exception, FileOpenError, "Unable to open file");
  const auto* text = static_cast<const char*>(content.get());
  return std::string(text, strnlen(text, length));
}

void DrawText(const std::string& text, double x, double y, DrawInfo* settings, Image* image,
              ExceptionInfo* exception) {
  CheckLimits(image);
  char geometry[MaxTextExtent];
  MagickFormatString(geometry, sizeof geometry, "+%g+%g", x, y);
  if (CloneString(&settings->text, text.c_str()) == MagickFail ||
      CloneString(&settings->geometry, geometry) == MagickFail)
    throw std::bad_alloc();
  if (SetImageEx(image, image->background_color.opacity, exception) == MagickFail)
    FailAfter(exception, CacheError, "Unable to allocate pixels");
  if (AnnotateImage(image, settings) == MagickFail) {
    CopyException(exception, &image->exception);
    FailAfter(exception, TypeError, "Unable to annotate image");
  }
  // Warnings have been given when the text was measured.
  DestroyExceptionInfo(&image->exception);
  GetExceptionInfo(&image->exception);
}

Image* ReadLabel(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    const DrawInfoHandle settings = DrawSettings(image_info);
    const std::string text = TextOf(image_info, image, exception);
    const auto setter = OpenTypesetter(*settings, exception);
    if (image->columns != 0 || image->rows != 0)
      settings->pointsize = Fit(text, image, setter.get(), exception).Run(settings->pointsize);
    if (!setter->SetPointSize(settings->pointsize, exception))
      FailAfter(exception, OptionError, "Unable to get type metrics");
    const Measures size = MeasureLines(text, setter.get());
    const bool centered = image->rows == 0;
    if (image->columns == 0) image->columns = static_cast<unsigned long>(size.columns);
    if (image->rows == 0) image->rows = static_cast<unsigned long>(size.rows);
    const double left = centered
                            ? static_cast<double>(image->columns) / 2.0 - size.metrics.width / 2.0
                            : size.metrics.max_advance / 4.0;
    DrawText(text, left, size.metrics.ascent, settings.get(), image, exception);
  });
}

void RegisterLabelImage() {
  const auto add = [](const char* name, const char* description, DecoderHandler decoder) {
    FormatEntry entry{name, description, name, decoder, nullptr};
    entry.adjoin = false;
    entry.extension = IgnoreExtensionTreatment;
    RegisterFormat(entry);
  };
  add("LABEL", "Image label", ReadLabel);
  add("CAPTION", "Image caption", ReadCaption);
}

}  // namespace lodestone::coders
