// SMPTE 268M, Digital Moving-Picture Exchange.
#pragma once

#include <span>
#include <string_view>

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

// Where things are in the header.
enum DpxOffset : std::size_t {
  kDpxImageOffset = 4,
  kDpxFileSize = 16,
  kDpxDitto = 20,
  kDpxGenericBytes = 24,
  kDpxIndustryBytes = 28,
  kDpxUserBytes = 32,
  kDpxCreator = 160,
  kDpxOrientation = 768,
  kDpxElements = 770,
  kDpxColumns = 772,
  kDpxRows = 776,
  kDpxFirstElement = 780,
  kDpxElementBytes = 72,
  kDpxGenericEnd = 1664,
  kDpxFilmEnd = 1920,
  kDpxHeaderBytes = 2048
};
inline constexpr std::size_t kDpxMostElements = 8;
inline constexpr char kDpxUserProfile[] = "DPXUSERDATA";

enum class DpxDescriptor : std::uint8_t {
  kUnspecified = 0,
  kRed = 1,
  kGreen = 2,
  kBlue = 3,
  kAlpha = 4,
  kLuma = 6,
  kRgb = 50,
  kRgba = 51,
  kAbgr = 52,
  kCbYCrY = 100,
  kCbYACrYA = 101,
  kCbYCr = 102,
  kCbYCrA = 103
};

enum class DpxTransfer : std::uint8_t {
  kPrintingDensity = 1,
  kLinear = 2,
  kRec709 = 6,
  kRec601Of625 = 7,
  kRec601Of525 = 8
};

enum class DpxPacking : std::uint16_t { kPacked = 0, kLowPadding = 1, kHighPadding = 2 };

struct DpxElement {
  std::uint32_t low_code = 0xffffffff, high_code = 0xffffffff;
  DpxDescriptor descriptor = DpxDescriptor::kRgb;
  DpxTransfer transfer = DpxTransfer::kLinear;
  unsigned bits = 8;
  DpxPacking packing = DpxPacking::kPacked;
  std::uint32_t offset = 0;

  // Of a pixel, of which pairs may share some.
  std::size_t Samples() const;
  bool HasAlpha() const;
  bool IsYcc() const { return descriptor >= DpxDescriptor::kCbYCrY; }
};

// How the samples of a row lie in words of 32 bits, or of 16.
struct DpxLayout {
  unsigned bits = 8;
  DpxPacking packing = DpxPacking::kPacked;
  bool little_endian = false;
  bool swapped = false;  // three samples fill a word from its high end

  std::size_t RowBytes(std::size_t samples) const;
};
DpxLayout LayoutOf(const ImageInfo* image_info, const DpxElement& element, bool little_endian,
                   bool writes);

// dpx_samples.cpp
void UnpackDpxRow(const DpxLayout& layout, const std::uint8_t* row,
                  std::span<std::uint16_t> samples);
void PackDpxRow(const DpxLayout& layout, std::span<const std::uint16_t> samples, std::uint8_t* row);

// dpx_fields.cpp: fields of the header that are attributes DPX:*. Text of so many bytes, or a
// number. Signed and real numbers are those of Cineon files, where other bits mean that they are
// undefined.
enum class DpxFieldKind { kText, kByte, kShort, kLong, kDigits, kFloat, kSigned, kReal };

struct DpxField {
  const char* name;  // of the attribute, behind DPX:
  std::size_t at;
  DpxFieldKind kind;
  std::size_t bytes;  // of texts
  const char* also = nullptr;
  bool written = true;  // from the attribute
};

// Fields in the order of the header, of those that it has.
void DescribeFields(std::span<const DpxField> fields, ByteSpan header, bool little_endian,
                    Image* image);
void FillFields(std::span<const DpxField> fields, const ImageInfo* image_info, const Image* image,
                bool little_endian, std::span<std::uint8_t> header);
// What -define or an attribute says of a field, or null.
const char* DpxText(const ImageInfo* image_info, const Image* image, const char* name,
                    const char* also);
void DescribeDpx(ByteSpan header, bool little_endian, Image* image);
// `header`: all of one. Fields are also set by -define dpx:*.
void FillDpxFields(const ImageInfo* image_info, const Image* image, bool little_endian,
                   std::span<std::uint8_t> header);
void PutDpxNumber(std::span<std::uint8_t> header, std::size_t at, std::size_t bytes,
                  std::uint32_t value, bool little_endian);
unsigned DpxOrientationOf(const Image* image);
std::uint32_t DpxNumber(ByteSpan header, std::size_t at, std::size_t bytes, bool little_endian);

Image* ReadDpx(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteDpx(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
