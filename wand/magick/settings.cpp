// Settings for reading and writing.
#include <array>
#include <cctype>
#include <cstdlib>
#include <cstring>

#include "wand/magick/apply.hpp"

using namespace lodestone::wand;

namespace {

template <class Field>
unsigned int SetInfo(MagickWand* wand, Field ImageInfo::*field, std::type_identity_t<Field> value) {
  if (!IsWand(wand)) return MagickFail;
  wand->image_info->*field = value;
  return MagickPass;
}

template <std::size_t size>
unsigned int SetName(MagickWand* wand, char (ImageInfo::*field)[size], const char* name) {
  if (!IsReady(wand, {name})) return MagickFail;
  MagickStrlCpy(wand->image_info->*field, name, size);
  return MagickPass;
}

// The number that a list goes on with after spaces and commas.
const char* NumberAt(const char* text) {
  while (*text == ',' || std::isspace(static_cast<unsigned char>(*text))) ++text;
  return text;
}

// Reads numbers between commas into `numbers`, unless it is null. Returns how many they are.
unsigned long ReadNumbers(const char* text, double* numbers) {
  unsigned long count = 0;
  for (; text != nullptr; text = std::strchr(text, ',')) {
    text = NumberAt(text);
    if (numbers != nullptr) numbers[count] = std::atof(text);
    ++count;
  }
  return count;
}

}  // namespace

char* MagickGetFilename(const MagickWand* wand) {
  return IsWand(wand) ? AcquireString(wand->image_info->filename) : nullptr;
}

unsigned int MagickSetFilename(MagickWand* wand, const char* filename) {
  return SetName(wand, &ImageInfo::filename, filename);
}

unsigned int MagickSetFormat(MagickWand* wand, const char* format) {
  return SetName(wand, &ImageInfo::magick, format);
}

unsigned int MagickGetSize(const MagickWand* wand, unsigned long* columns, unsigned long* rows) {
  if (!IsWand(wand) || columns == nullptr || rows == nullptr) return MagickFail;
  RectangleInfo size{};
  if (wand->image_info->size != nullptr)
    (void)GetGeometry(wand->image_info->size, &size.x, &size.y, &size.width, &size.height);
  *columns = size.width;
  *rows = size.height;
  return MagickPass;
}

unsigned int MagickSetSize(MagickWand* wand, const unsigned long columns,
                           const unsigned long rows) {
  if (!IsWand(wand)) return MagickFail;
  char size[64];
  MagickFormatString(size, sizeof size, "%lux%lu", columns, rows);
  return CloneString(&wand->image_info->size, size);
}

unsigned int MagickSetDepth(MagickWand* wand, const size_t depth) {
  return SetInfo(wand, &ImageInfo::depth, depth);
}

unsigned int MagickSetCompressionQuality(MagickWand* wand, const unsigned long quality) {
  return SetInfo(wand, &ImageInfo::quality, quality);
}

unsigned int MagickSetInterlaceScheme(MagickWand* wand, const InterlaceType interlace_scheme) {
  return SetInfo(wand, &ImageInfo::interlace, interlace_scheme);
}

unsigned int MagickSetPassphrase(MagickWand* wand, const char* passphrase) {
  if (!IsWand(wand)) return MagickFail;
  (void)CloneString(&wand->image_info->authenticate, passphrase);
  return MagickPass;
}

unsigned int MagickSetResolution(MagickWand* wand, const double x_resolution,
                                 const double y_resolution) {
  if (!IsWand(wand)) return MagickFail;
  char density[64];
  MagickFormatString(density, sizeof density, "%gx%g", x_resolution, y_resolution);
  (void)CloneString(&wand->image_info->density, density);
  if (wand->image != nullptr) (void)MagickSetImageResolution(wand, x_resolution, y_resolution);
  return MagickPass;
}

unsigned int MagickSetResolutionUnits(MagickWand* wand, const ResolutionType units) {
  if (IsWand(wand) && wand->image != nullptr) wand->image->units = units;
  return SetInfo(wand, &ImageInfo::units, units);
}

ImageType MagickGetImageSavedType(MagickWand* wand) {
  return IsWand(wand) ? wand->image_info->type : UndefinedType;
}

unsigned int MagickSetImageSavedType(MagickWand* wand, const ImageType image_type) {
  return SetInfo(wand, &ImageInfo::type, image_type);
}

double* MagickGetSamplingFactors(MagickWand* wand, unsigned long* number_factors) {
  if (!IsReady(wand, {number_factors})) return nullptr;
  *number_factors = 0;
  const char* const text = wand->image_info->sampling_factor;
  if (text == nullptr) return nullptr;
  auto* const factors =
      static_cast<double*>(MagickMalloc(ReadNumbers(text, nullptr) * sizeof(double)));
  if (factors != nullptr) *number_factors = ReadNumbers(text, factors);
  return factors;
}

unsigned int MagickSetSamplingFactors(MagickWand* wand, const unsigned long number_factors,
                                      const double* sampling_factors) {
  if (!IsWand(wand)) return MagickFail;
  char*& text = wand->image_info->sampling_factor;
  (void)CloneString(&text, nullptr);
  if (number_factors != 0 && !IsReady(wand, {sampling_factors})) return MagickFail;
  for (unsigned long i = 0; i < number_factors; ++i) {
    const char* const separator = i + 1 == number_factors ? "" : i % 2 == 1 ? "," : "x";
    char number[64];
    MagickFormatString(number, sizeof number, "%g%s", sampling_factors[i], separator);
    (void)ConcatenateString(&text, number);
  }
  return MagickPass;
}

unsigned int MagickSetImageOption(MagickWand* wand, const char* format, const char* key,
                                  const char* value) {
  if (!IsReady(wand, {format, key, value})) return MagickFail;
  std::array<char, MaxTextExtent> option;
  MagickFormatString(option.data(), option.size(), "%.1024s:%.1024s=%.1024s", format, key, value);
  (void)AddDefinitions(wand->image_info, option.data(), &wand->exception);
  return MagickPass;
}

unsigned int MagickRemoveImageOption(MagickWand* wand, const char* format, const char* key) {
  if (!IsReady(wand, {format, key})) return MagickFail;
  std::array<char, MaxTextExtent> option;
  MagickFormatString(option.data(), option.size(), "%.1024s:%.1024s", format, key);
  return RemoveDefinitions(wand->image_info, option.data()) != MagickFail;
}
