#include "wand/old_names.h"

#include <cctype>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/owner.hpp"
#include "magick/color_lookup.h"
#include "magick/composite.h"
#include "magick/constitute.h"
#include "magick/memory.h"
#include "magick/utility.h"
#include "wand/drawing_wand.hpp"
#include "wand/exceptions.hpp"

namespace lodestone::wand {
namespace {

// What one character stands for, wherever it is.
struct Mark {
  char character;
  unsigned int flag;
};
constexpr Mark kMarks[] = {{'%', PercentValue},
                           {'!', AspectValue},
                           {'<', LessValue},
                           {'>', GreaterValue},
                           {'@', AreaValue}};

// What remains are numbers and what is between them; false if there is more in the text.
bool TakeMarks(const char* text, std::string* numbers, unsigned int* flags) {
  for (const char* c = text; *c != '\0'; ++c) {
    if (std::isspace(static_cast<unsigned char>(*c))) continue;
    bool is_mark = false;
    for (const Mark& mark : kMarks) {
      if (*c != mark.character) continue;
      *flags |= mark.flag;
      is_mark = true;
    }
    if (is_mark) continue;
    if (std::string_view("-.+0123456789xX,/").find(*c) == std::string_view::npos) return false;
    *numbers += *c;
  }
  return true;
}

unsigned int SizeOfFile(const char* name, GMPrivateGeometryInfo* info) {
  const Owner<ImageInfo, DestroyImageInfo> settings(CloneImageInfo(nullptr));
  if (!settings) throw std::bad_alloc();
  MagickStrlCpy(settings->filename, name, sizeof settings->filename);
  ExceptionInfo exception;
  GetExceptionInfo(&exception);
  const ImageHandle image(PingImage(settings.get(), &exception));
  DestroyExceptionInfo(&exception);
  if (!image) return NoValue;
  info->rho = static_cast<double>(image->columns);
  info->sigma = static_cast<double>(image->rows);
  return WidthValue | HeightValue;
}

bool IsOneOf(char c, std::string_view characters) {
  return characters.find(c) != std::string_view::npos;
}

// A number at *place, which moves behind it: `flag`, with `negative` after a minus.
unsigned int TakeNumber(const char** place, double* number, unsigned int flag,
                        unsigned int negative = NoValue) {
  const char* const begin = *place;
  char* end = nullptr;
  // Of "0x5", only the 0: the rest is the height.
  *number = begin[0] == '0' && IsOneOf(begin[1], "xX") ? 0.0 : std::strtod(begin, &end);
  *place = end == nullptr ? begin + 1 : end;
  if (*place == begin) return NoValue;
  return *begin == '-' ? flag | negative : flag;
}

unsigned int TakeNumbers(const char* p, GMPrivateGeometryInfo* info) {
  if (*p == '\0') return NoValue;
  unsigned int flags = NoValue;
  const char* end = p;
  double first = 0.0;
  TakeNumber(&end, &first, NoValue);
  if (*end == '\0' || IsOneOf(*end, "xX/,")) flags |= TakeNumber(&p, &info->rho, WidthValue);
  if (*p != '\0' && IsOneOf(*p, "xX/,")) flags |= TakeNumber(&++p, &info->sigma, HeightValue);
  if (*p == '\0' || !IsOneOf(*p, "+-,/")) return flags;
  if (IsOneOf(*p, ",/")) ++p;
  flags |= TakeNumber(&p, &info->xi, YValue, XNegative);
  if (*p == '\0' || !IsOneOf(*p, "+-,/")) return flags;
  if (IsOneOf(*p, ",/")) ++p;
  return flags | TakeNumber(&p, &info->psi, XValue, YNegative);
}

unsigned int ParseGeometry(const char* text, GMPrivateGeometryInfo* info) {
  unsigned int flags = NoValue;
  std::string numbers;
  if (std::string_view(text).size() >= MaxTextExtent) return flags;
  if (TakeMarks(text, &numbers, &flags)) return flags | TakeNumbers(numbers.c_str(), info);
  return flags | SizeOfFile(text, info);
}

}  // namespace
}  // namespace lodestone::wand

using namespace lodestone::wand;

size_t GMPrivateConcatenateMagickString(char* destination, const char* source,
                                        const size_t length) {
  return MagickStrlCat(destination, source, length);
}

unsigned int GMPrivateImportImagePixels(Image* image, const long x_offset, const long y_offset,
                                        const unsigned long columns, const unsigned long rows,
                                        const char* map, const StorageType type,
                                        const void* pixels) {
  if (image == nullptr) return MagickFail;
  const ImageHandle part(ConstituteImage(columns, rows, map, type, pixels, &image->exception));
  return part && CompositeImage(image, CopyCompositeOp, part.get(), x_offset, y_offset) !=
                     MagickFail
             ? MagickPass
             : MagickFail;
}

unsigned int GMPrivateParseAbsoluteGeometry(const char* geometry, RectangleInfo* region_info) {
  if (region_info == nullptr) return NoValue;
  return static_cast<unsigned int>(GetGeometry(geometry, &region_info->x, &region_info->y,
                                               &region_info->width, &region_info->height));
}

unsigned int GMPrivateParseGeometry(const char* geometry, GMPrivateGeometryInfo* geometry_info) {
  if (geometry == nullptr || geometry_info == nullptr) return NoValue;
  return Guard(nullptr, NoValue, [=] { return ParseGeometry(geometry, geometry_info); });
}

void* GMPrivateRelinquishMagickMemory(void* memory) {
  MagickFree(memory);
  return nullptr;
}

void* GMPrivateResizeMagickMemory(void* memory, const size_t size) {
  return memory == nullptr ? MagickMalloc(size) : MagickRealloc(memory, size);
}

unsigned int QueryMagickColor(const char* name, MagickPixelPacket* color,
                              ExceptionInfo* exception) {
  PixelPacket pixel;
  if (!AreGiven({color}, exception) || QueryColorDatabase(name, &pixel, exception) == MagickFail)
    return MagickFail;
  *color = {RGBColorspace, MagickFalse, pixel.red, pixel.green, pixel.blue, pixel.opacity, 0};
  return MagickPass;
}
