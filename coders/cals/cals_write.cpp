#include <cstdio>

#include "base/owner.hpp"
#include "coders/cals/cals.hpp"
#include "coders/common/density.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "magick/compress.h"
#include "magick/memory.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

void PutRecord(Image* image, std::string text) {
  text.resize(kCalsRecordBytes, ' ');
  WriteText(image, text);
}

template <class... Values>
std::string Format(const char* format, Values... values) {
  char text[kCalsRecordBytes];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

std::string RotationOf(const Image* image) {
  const CalsRotation* found = &kCalsRotations[0];
  for (const CalsRotation& rotation : kCalsRotations)
    if (rotation.orientation == image->orientation) found = &rotation;
  return Format("rorient: %03u,%03u", found->path, found->progression);
}

// Lines per inch: as asked for, else those of the image.
unsigned long DensityOf(const ImageInfo* image_info, const Image* image) {
  constexpr double kMost = 9999;
  double density = PixelsPerInch(image, image->x_resolution);
  double ignored = 0;
  if (image_info->density != nullptr)
    GetMagickDimension(image_info->density, &density, &ignored, &ignored, &ignored);
  if (!(density >= 1 && density <= kMost)) return kCalsDensity;
  return static_cast<unsigned long>(density + 0.5);
}

void PutHeader(const ImageInfo* image_info, Image* image) {
  std::size_t records = 0;
  const auto put = [&](const std::string& text) {
    PutRecord(image, text);
    ++records;
  };
  for (const char* name : {"srcdocid", "dstdocid", "txtfilid", "figid", "srcgph", "docls"})
    put(std::string(name) + ": NONE");
  put("rtype: 1");
  put(RotationOf(image));
  put(Format("rpelcnt: %06lu,%06lu", image->columns, image->rows));
  put(Format("rdensty: %04lu", DensityOf(image_info, image)));
  put("notes: NONE");
  while (records < kCalsRecords) put("");
}

unsigned int WriteCals(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    constexpr unsigned long kMost = 999999;  // of six digits
    if (image->columns > kMost || image->rows > kMost)
      Fail(CoderError, "Image column or row size is not supported");
    ToRgb(image);
    std::size_t length = 0;
    const Owner<unsigned char, MagickFree> page(
        ImageToHuffman2DBlob(image, image_info, &length, &image->exception));
    if (page == nullptr) FailAfter(&image->exception, CoderError, "Unable to write image");
    PutHeader(image_info, image);
    WriteBytes(image, page.get(), length);
  });
}

unsigned int IsCals(const unsigned char* magick, const std::size_t length) {
  for (const std::string_view mark : {"version: MIL-STD-1840", "srcdocid:", "rorient:"}) {
    if (length >= mark.size() &&
        LocaleNCompare(reinterpret_cast<const char*>(magick), mark.data(), mark.size()) == 0)
      return MagickTrue;
  }
  return MagickFalse;
}

}  // namespace

void RegisterCalsImage() {
  const auto add = [](const char* name, bool listed) {
    FormatEntry entry{name,      "Continuous Acquisition and Life-cycle Support Type 1 image",
                      "CALS",    ReadCals,
                      WriteCals, IsCals};
    entry.adjoin = false;
    entry.stealth = !listed;
    entry.traits = {"1", "", "", "orientation, resolution", "999999x999999"};
    RegisterFormat(entry);
  };
  add("CAL", false);
  add("CALS", true);
}

}  // namespace lodestone::coders
