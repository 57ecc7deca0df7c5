#include <bit>
#include <cmath>
#include <cstring>

#include "coders/common/modules.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/dpx/cin.hpp"
#include "magick/colorspace.h"

namespace lodestone::coders {
namespace {

constexpr unsigned kBits = 10, kMost = (1u << kBits) - 1;
constexpr std::size_t kChannels = 3;

void Put(std::vector<std::uint8_t>& header, std::size_t at, std::size_t value) {
  PutDpxNumber(header, at, 4, static_cast<std::uint32_t>(value), false);
}

void PutReal(std::vector<std::uint8_t>& header, std::size_t at, float value) {
  Put(header, at, std::bit_cast<std::uint32_t>(value));
}

// Red, green and blue of film, whose codes are densities.
void PutChannels(const Image* image, std::vector<std::uint8_t>& header) {
  constexpr float kMostDensity = 2.048f;
  header[kCinChannels] = kChannels;
  for (std::size_t i = 0; i < kChannels; ++i) {
    const std::size_t at = kCinFirstChannel + i * kCinChannelBytes;
    header[at + 1] = static_cast<std::uint8_t>(i + 1);
    header[at + 2] = kBits;
    Put(header, at + 4, image->columns);
    Put(header, at + 8, image->rows);
    PutReal(header, at + 12, 0);
    PutReal(header, at + 16, 0);
    PutReal(header, at + 20, kMost);
    PutReal(header, at + 24, kMostDensity);
  }
}

void PutChromaticity(const Image* image, std::vector<std::uint8_t>& header) {
  std::size_t at = kCinWhitePoint;
  const ChromaticityInfo& colors = image->chromaticity;
  for (const PrimaryInfo& point :
       {colors.white_point, colors.red_primary, colors.green_primary, colors.blue_primary}) {
    const bool defined = point.x != 0 && point.y != 0;
    PutReal(header, at, defined ? static_cast<float>(point.x) : HUGE_VALF);
    PutReal(header, at + 4, defined ? static_cast<float>(point.y) : HUGE_VALF);
    at += 8;
  }
}

// A date of ten characters, a colon, and the time.
void PutCreation(const char* text, std::size_t at, std::vector<std::uint8_t>& header) {
  constexpr std::size_t kDate = 10;
  if (text == nullptr) return;
  const std::string_view date_time(text);
  std::ranges::copy(AsBytes(date_time.substr(0, kDate)), &header[at]);
  if (date_time.size() > kDate + 1)
    std::ranges::copy(AsBytes(date_time.substr(kDate + 1, kCinTimeBytes - 1)),
                      &header[at + kCinDateBytes]);
}

void PutHeader(const ImageInfo* image_info, Image* image) {
  const std::span<const std::uint8_t> user = ProfileOf(image, kCinUserProfile);
  const std::size_t offset = kCinHeaderBytes + user.size();
  if (image->columns > UINT32_MAX || image->rows > UINT32_MAX ||
      image->columns > (UINT32_MAX - offset) / 4 / image->rows)
    Fail(CoderError, "Image column or row size is not supported");
  std::vector<std::uint8_t> header(offset);
  FillFields(kCinFields, image_info, image, false, header);
  std::ranges::copy(AsBytes(kCinMark), header.begin());
  Put(header, kCinImageOffset, offset);
  Put(header, kCinGenericBytes, kCinGenericEnd);
  Put(header, kCinIndustryBytes, kCinHeaderBytes - kCinGenericEnd);
  Put(header, kCinUserBytes, user.size());
  Put(header, kCinFileSize, offset + image->columns * image->rows * 4);
  std::ranges::copy(AsBytes("V4.5"), &header[kCinVersion]);
  PutCreation(DpxText(image_info, image, "file.creation.datetime", nullptr), kCinCreation, header);
  PutCreation(DpxText(image_info, image, "source.creation.datetime", nullptr), kCinSourceCreation,
              header);
  header[kCinOrientation] = static_cast<std::uint8_t>(DpxOrientationOf(image));
  PutChannels(image, header);
  PutChromaticity(image, header);
  header[kCinPacking] = kCinLowPadding;
  std::ranges::copy(user, header.begin() + kCinHeaderBytes);
  WriteBytes(image, header.data(), header.size());
}

void FillRow(const DpxLayout& layout, const PixelPacket* pixels, std::size_t columns,
             std::uint8_t* row) {
  constexpr double kScale = kMost / MaxRGBDouble;
  const auto code = [](Quantum value) { return static_cast<std::uint16_t>(value * kScale + 0.5); };
  for (std::size_t x = 0; x < columns; ++x, row += 4) {
    const std::uint16_t samples[kChannels] = {code(pixels[x].red), code(pixels[x].green),
                                              code(pixels[x].blue)};
    PackDpxRow(layout, samples, row);
  }
}

unsigned int IsCin(const unsigned char* magick, const std::size_t length) {
  return length >= kCinMark.size() && std::memcmp(magick, kCinMark.data(), kCinMark.size()) == 0;
}

unsigned int WriteCin(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    if (image->colorspace != CineonLogRGBColorspace &&
        TransformColorspace(image, CineonLogRGBColorspace) == MagickFail)
      Fail(CoderError, "Unable to convert the colorspace");
    PutHeader(image_info, image);
    const DpxLayout layout{kBits, DpxPacking::kLowPadding, false, true};
    const ConstPixels source = AllPixels(image, &image->exception);
    WriteRows(image, image, image->columns * 4, [&](std::size_t y, std::uint8_t* row) {
      FillRow(layout, source.Row(y), source.columns, row);
    });
  });
}

}  // namespace

void RegisterCinImage() {
  FormatEntry entry{"CIN", "Cineon Image File", "CIN", ReadCin, WriteCin, IsCin};
  entry.adjoin = false;
  entry.traits = {"8, 10, 16", "", "", "DPX:* attributes, user data, orientation, chromaticity",
                  "4 GiB"};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
