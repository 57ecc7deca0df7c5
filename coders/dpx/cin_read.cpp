#include <bit>
#include <cmath>
#include <string>

#include "coders/common/metadata.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/samples.hpp"
#include "coders/dpx/cin.hpp"
#include "magick/enum_strings.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::uint32_t kUndefined = 0xffffffff;

std::uint32_t Long(ByteSpan bytes, std::size_t at) {
  return DpxNumber(bytes, at, 4, false);
}

// The header, which may end before its part about film.
ByteSpan HeaderOf(ByteSpan bytes) {
  if (bytes.size() < kCinImageEnd) FailTruncated();
  if (!std::ranges::equal(bytes.first(kCinMark.size()), AsBytes(kCinMark)))
    Fail(CorruptImageError, "Improper image header");
  const std::size_t offset = Long(bytes, kCinImageOffset);
  if (offset < kCinImageEnd) Fail(CorruptImageError, "Improper image header");
  if (offset > bytes.size()) FailTruncated();
  const bool film = offset >= kCinHeaderBytes && Long(bytes, kCinIndustryBytes) != 0;
  const std::size_t end = film ? kCinHeaderBytes : kCinGenericEnd;
  return bytes.first(std::min(end, offset));
}

void TakeSize(ByteSpan header, Image* image) {
  const std::size_t channels = header[kCinChannels];
  if (channels > kCinMostChannels) Fail(CorruptImageError, "Improper image header");
  image->columns = image->rows = 0;
  for (std::size_t i = 0; i < channels; ++i) {
    const std::size_t at = kCinFirstChannel + i * kCinChannelBytes;
    image->columns = std::max<unsigned long>(image->columns, Long(header, at + 4));
    image->rows = std::max<unsigned long>(image->rows, Long(header, at + 8));
  }
  if (image->columns == 0 || image->rows == 0) Fail(CorruptImageError, "Improper image header");
}

// Date and time are apart.
void TakeCreation(ByteSpan header, std::size_t at, const char* name, const char* also,
                  Image* image) {
  if (at + kCinDateBytes + kCinTimeBytes > header.size()) return;
  std::string text;
  for (const ByteSpan part :
       {header.subspan(at, kCinDateBytes), header.subspan(at + kCinDateBytes, kCinTimeBytes)}) {
    const std::string word(part.begin(), std::ranges::find(part, std::uint8_t{0}));
    if (!text.empty() && !word.empty()) text += ':';
    text += word;
  }
  if (text.empty() || static_cast<unsigned char>(text[0]) >= 128) return;
  StoreText(image, (std::string("DPX:") + name).c_str(), text.c_str());
  if (also != nullptr) StoreText(image, also, text.c_str());
}

void TakeChromaticity(ByteSpan header, Image* image) {
  std::size_t at = kCinWhitePoint;
  ChromaticityInfo& colors = image->chromaticity;
  for (PrimaryInfo* const point :
       {&colors.white_point, &colors.red_primary, &colors.green_primary, &colors.blue_primary}) {
    const auto x = static_cast<double>(std::bit_cast<float>(Long(header, at)));
    const auto y = static_cast<double>(std::bit_cast<float>(Long(header, at + 4)));
    at += 8;
    const bool defined = std::isfinite(x) && std::isfinite(y) && x > 0 && y > 0 && x + y <= 1;
    if (!defined) continue;
    point->x = x;
    point->y = y;
  }
}

void Describe(ByteSpan bytes, ByteSpan header, Image* image) {
  constexpr OrientationType kOrientations[] = {
      TopLeftOrientation, TopRightOrientation, BottomLeftOrientation, BottomRightOrientation,
      LeftTopOrientation, RightTopOrientation, LeftBottomOrientation, RightBottomOrientation};
  TakeSize(header, image);
  image->depth = std::min<unsigned long>(header[kCinFirstChannel + 2], QuantumDepth);
  CheckLimits(image);
  const std::size_t orientation = header[kCinOrientation];
  if (orientation < std::size(kOrientations)) image->orientation = kOrientations[orientation];
  DescribeFields(kCinFields, header, false, image);
  TakeCreation(header, kCinCreation, "file.creation.datetime", "timestamp", image);
  TakeCreation(header, kCinSourceCreation, "source.creation.datetime", nullptr, image);
  TakeChromaticity(header, image);
  const std::size_t user = Long(header, kCinUserBytes), offset = Long(header, kCinImageOffset);
  if (user != 0 && offset >= kCinHeaderBytes && user <= offset - kCinHeaderBytes)
    StoreProfile(image, kCinUserProfile, bytes.subspan(kCinHeaderBytes, user));
}

// Samples of one or three channels, in turn.
DpxLayout LayoutOf(ByteSpan header) {
  const std::size_t channels = header[kCinChannels];
  const unsigned bits = header[kCinFirstChannel + 2];
  const bool equal = channels != 3 || (header[kCinFirstChannel + kCinChannelBytes + 2] == bits &&
                                       header[kCinFirstChannel + 2 * kCinChannelBytes + 2] == bits);
  const bool known = bits == 8 || bits == 10 || bits == 16;
  if ((channels != 1 && channels != 3) || !equal || !known || header[kCinInterleave] % 128 != 0)
    Fail(CoderError, "Data storage type is not supported");
  DpxLayout layout{bits, DpxPacking::kPacked, false, true};
  if (bits == 10)
    layout.packing = header[kCinPacking] % 128 == kCinHighPadding ? DpxPacking::kHighPadding
                                                                  : DpxPacking::kLowPadding;
  return layout;
}

void FillRow(const std::vector<std::uint16_t>& samples, const SampleTable& quanta, bool gray,
             std::size_t columns, PixelPacket* pixel) {
  const std::uint16_t* sample = samples.data();
  for (std::size_t x = 0; x < columns; ++x, ++pixel) {
    pixel->red = quanta[*sample];
    if (!gray) ++sample;
    pixel->green = quanta[*sample];
    if (!gray) ++sample;
    pixel->blue = quanta[*sample++];
    pixel->opacity = OpaqueOpacity;
  }
}

void ReadPixels(ByteSpan bytes, ByteSpan header, Image* image, ExceptionInfo* exception) {
  const DpxLayout layout = LayoutOf(header);
  const std::size_t channels = header[kCinChannels];
  const std::uint32_t padding = Long(header, kCinLinePadding);
  const std::size_t sample_bytes = layout.RowBytes(channels * image->columns);
  const std::size_t row_bytes = sample_bytes + (padding == kUndefined ? 0 : padding);
  ByteCursor cursor(bytes.subspan(Long(header, kCinImageOffset)));
  const std::size_t last =
      cursor.Remaining() < sample_bytes ? 0 : (cursor.Remaining() - sample_bytes) / row_bytes + 1;
  if (last < image->rows) FailTruncated();
  const Pixels target = NewPixels(image, exception);
  const SampleTable quanta = MakeSampleTable((1u << layout.bits) - 1);
  std::vector<std::uint16_t> samples(channels * image->columns);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t y = 0; y < image->rows; ++y) {
    cursor.Seek(y * row_bytes);
    UnpackDpxRow(layout, cursor.Take(sample_bytes).data(), samples);
    FillRow(samples, quanta, channels == 1, image->columns, target.Row(y));
    progress.Tick(y);
  }
  SyncPixels(image, exception);
}

// Film, unless the user says that the samples are something else.
void ChooseColorspace(const ImageInfo* image_info, Image* image) {
  image->colorspace = CineonLogRGBColorspace;
  const char* const name = AccessDefinition(image_info, "cineon", "colorspace");
  if (name == nullptr) return;
  image->colorspace = StringToColorspaceType(name);
  if (image->colorspace == UndefinedColorspace) Fail(OptionError, "Unrecognized colorspace");
}

}  // namespace

Image* ReadCin(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const ByteSpan bytes = WholeBlob(image);
    const ByteSpan header = HeaderOf(bytes);
    Describe(bytes, header, image);
    if (image_info->ping == MagickFalse) ReadPixels(bytes, header, image, exception);
    ChooseColorspace(image_info, image);
  });
}

}  // namespace lodestone::coders
