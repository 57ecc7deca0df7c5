// The library as such: what it is called, what it can do, and helpers for text.
#include <stdarg.h>
#include <stdio.h>

#include "wand/magick/wand.hpp"

using namespace lodestone::wand;

namespace {

// GraphicsMagick declares them and does not have them.
void ReportMissing(MagickWand* wand, const char* name) {
  if (IsWand(wand)) Report(&wand->exception, WandError, "Wand API not implemented `%.1024s", name);
}

}  // namespace

const char* MagickGetCopyright(void) {
  return GetMagickCopyright();
}

const char* MagickGetHomeURL(void) {
  return GetMagickWebSite();
}

const char* MagickGetPackageName(void) {
  return MagickPackageName;
}

const char* MagickGetQuantumDepth(unsigned long* depth) {
  if (depth != nullptr) *depth = QuantumDepth;
  return MagickQuantumDepth;
}

const char* MagickGetReleaseDate(void) {
  return MagickReleaseDate;
}

const char* MagickGetVersion(unsigned long* version) {
  return GetMagickVersion(version);
}

unsigned long MagickGetResourceLimit(const ResourceType type) {
  return static_cast<unsigned long>(GetMagickResource(type));
}

unsigned int MagickSetResourceLimit(const ResourceType type, const unsigned long limit) {
  return SetMagickResourceLimit(type, static_cast<magick_int64_t>(limit));
}

char** MagickQueryFonts(const char* pattern, unsigned long* number_fonts) {
  return number_fonts == nullptr ? nullptr : GetTypeList(pattern, number_fonts);
}

char** MagickQueryFormats(const char*, unsigned long* number_formats) {
  if (number_formats == nullptr) return nullptr;
  *number_formats = 0;
  MagickInfo** const formats = GetMagickInfoArray(nullptr);
  if (formats == nullptr) return nullptr;
  unsigned long count = 0;
  while (formats[count] != nullptr) ++count;
  auto** const names = static_cast<char**>(MagickMallocCleared((count + 1) * sizeof(char*)));
  for (unsigned long i = 0; names != nullptr && i < count; ++i)
    names[i] = AcquireString(formats[i]->name);
  if (names != nullptr) *number_formats = count;
  MagickFree(formats);
  return names;
}

char* MagickGetConfigureInfo(MagickWand*, const char*) {
  return nullptr;
}

int FormatMagickStringList(char* string, const size_t length, const char* format,
                           va_list operands) {
  return format == nullptr || (string == nullptr && length != 0)
             ? -1
             : vsnprintf(string, length, format, operands);
}

int FormatMagickString(char* string, const size_t length, const char* format, ...) {
  va_list operands;
  va_start(operands, format);
  const int size = FormatMagickStringList(string, length, format, operands);
  va_end(operands);
  return size;
}

size_t CopyMagickString(char* destination, const char* source, const size_t length) {
  return MagickStrlCpy(destination, source, length);
}

MagickWand* MagickFxImage(MagickWand* wand, const char*) {
  ReportMissing(wand, "MagickFxImage");
  return nullptr;
}

MagickWand* MagickFxImageChannel(MagickWand* wand, const ChannelType, const char*) {
  ReportMissing(wand, "MagickFxImageChannel");
  return nullptr;
}

MagickWand* MagickPreviewImages(MagickWand* wand, const PreviewType) {
  ReportMissing(wand, "MagickPreviewImages");
  return nullptr;
}

unsigned int MagickRadialBlurImage(MagickWand* wand, const double) {
  ReportMissing(wand, "MagickRadialBlurImage");
  return MagickFail;
}

unsigned int MagickTintImage(MagickWand* wand, const PixelWand*, const PixelWand*) {
  ReportMissing(wand, "MagickTintImage");
  return MagickFail;
}
