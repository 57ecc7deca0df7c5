// MVG: drawings as text, in the language of DrawImage. A drawing can name files, which become part
// of the image, so that it is only read as one when asked for by name, never for its content or its
// extension.
#include <array>
#include <cstring>
#include <optional>
#include <string>

#include "base/saturate.hpp"
#include "coders/common/coder.hpp"
#include "coders/common/draw_settings.hpp"
#include "coders/common/metadata.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/whole_input.hpp"
#include "magick/attribute.h"
#include "magick/color.h"
#include "magick/core/strings/plain_number.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

// Where images keep the text of the drawing that they were made from, or that was last drawn.
constexpr char kDrawing[] = "[MVG]";

// Without a file that it may name by '@'.
std::string DrawingOf(Image* image) {
  const WholeInput input(image);
  const auto bytes = input.bytes();
  std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.starts_with('@')) Fail(CorruptImageError, "Improper image header");
  if (text.find('\0') != std::string::npos)
    Fail(CorruptImageError, "A drawing is a text, which this is not");
  return text;
}

// 0 if it is none.
unsigned long SpecializedSizeOf(double length) {
  return Saturated<unsigned long>(length + 0.5);
}

// Behind the first line's keyword "viewbox"; null if there is none.
const char* FindViewBox(const std::string& text) {
  constexpr char kKeyword[] = "viewbox";
  for (std::size_t at = 0; at != std::string::npos; at = text.find('\n', at)) {
    at = text.find_first_not_of(" \t\r\n", at);
    if (at == std::string::npos) break;
    if (LocaleNCompare(text.c_str() + at, kKeyword, std::strlen(kKeyword)) == 0)
      return text.c_str() + at + std::strlen(kKeyword);
  }
  return nullptr;
}

// Left, top, right, bottom.
std::optional<std::array<double, 4>> ViewBoxOf(const std::string& text) {
  const char* place = FindViewBox(text);
  if (place == nullptr) return std::nullopt;
  std::array<double, 4> box;
  for (double& edge : box) {
    const auto value = ReadNumber(&place);
    if (!value) return std::nullopt;
    edge = *value;
  }
  return box;
}

// From the view box, unless the size was given.
void SetSize(const std::string& text, Image* image) {
  if (image->columns == 0 || image->rows == 0) {
    if (const auto box = ViewBoxOf(text)) {
      image->columns = SpecializedSizeOf((*box)[2] - (*box)[0]);
      image->rows = SpecializedSizeOf((*box)[3] - (*box)[1]);
    }
  }
  if (image->columns == 0 || image->rows == 0) Fail(OptionError, "Must specify image size");
  CheckLimits(image);
}

void Draw(const ImageInfo* image_info, const std::string& text, Image* image,
          ExceptionInfo* exception) {
  if (SetImageEx(image, OpaqueOpacity, exception) == MagickFail)
    FailAfter(exception, CacheError, "Unable to allocate pixels");
  const DrawInfoHandle settings = DrawSettings(image_info);
  SetText(&settings->primitive, text);
  if (DrawImage(image, settings.get()) == MagickFail) {
    CopyException(exception, &image->exception);
    FailAfter(exception, DrawError, "Unable to draw image");
  }
}

Image* ReadMvg(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const std::string text = DrawingOf(image);
    SetSize(text, image);
    StoreText(image, kDrawing, text.c_str());
    if (!image_info->ping) Draw(image_info, text, image, exception);
  });
}

unsigned int WriteMvg(const ImageInfo* image_info, Image* image) {
  const ImageAttribute* const drawing = GetImageAttribute(image, kDrawing);
  if (drawing == nullptr || drawing->value == nullptr) {
    Report(&image->exception, CoderError, "No image vector graphics", image->filename);
    return MagickFail;
  }
  return Encode(image_info, image, [&] { WriteText(image, drawing->value); });
}

}  // namespace

void RegisterMvgImage() {
  FormatEntry entry{"MVG", "Magick Vector Graphics", "MVG", ReadMvg, WriteMvg};
  entry.adjoin = false;
  entry.extension = IgnoreExtensionTreatment;
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
