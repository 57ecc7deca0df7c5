#include <bit>
#include <cstdlib>
#include <cstring>

#include "coders/common/modules.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/registration.hpp"
#include "coders/dpx/dpx.hpp"
#include "magick/colorspace.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

// Data begin at a multiple of it.
constexpr std::size_t kBlockBytes = 8192;

// What will be written.
struct DpxPlan {
  bool little_endian = false;
  std::vector<DpxElement> elements;
  std::size_t image_offset = 0;
  std::size_t element_bytes = 0;
};

// As film where it is asked for or is already, else as red, green and blue.
void ChooseColorspace(const ImageInfo* image_info, Image* image) {
  if (image_info->colorspace == CineonLogRGBColorspace &&
      image->colorspace != CineonLogRGBColorspace &&
      TransformColorspace(image, CineonLogRGBColorspace) == MagickFail)
    Fail(CoderError, "Unable to convert the colorspace");
  const bool asks_for_rgb = image_info->colorspace == RGBColorspace;
  if (asks_for_rgb || image->colorspace != CineonLogRGBColorspace) ToRgb(image);
}

unsigned BitsFor(const ImageInfo* image_info, const Image* image) {
  if (const char* const text = AccessDefinition(image_info, "dpx", "bits-per-sample")) {
    const int bits = std::atoi(text);
    for (const int possible : {1, 8, 10, 12, 16})
      if (bits == possible) return static_cast<unsigned>(bits);
    Fail(OptionError, "Unsupported number of bits per sample");
  }
  if (image->depth > 12) return 16;
  if (image->depth > 10) return 12;
  if (image->depth > 8) return 10;
  return image->depth > 1 ? 8 : 1;
}

DpxPacking PackingFor(const ImageInfo* image_info, unsigned bits) {
  if (bits != 10 && bits != 12) return DpxPacking::kPacked;
  const char* const name = AccessDefinition(image_info, "dpx", "packing-method");
  const auto is = [&](const char* word) {
    return name != nullptr && LocaleCompare(name, word) == 0;
  };
  if (is("packed")) return DpxPacking::kPacked;
  return is("msbpad") || is("b") ? DpxPacking::kHighPadding : DpxPacking::kLowPadding;
}

std::vector<DpxDescriptor> DescriptorsFor(const ImageInfo* image_info, const Image* image) {
  using enum DpxDescriptor;
  const bool alpha = image->matte != MagickFalse;
  std::vector<DpxDescriptor> descriptors;
  if (IsGrayColorspace(image->colorspace)) {
    descriptors = {kLuma};
  } else if (image_info->interlace == PlaneInterlace) {
    descriptors = {kRed, kGreen, kBlue};
  } else {
    return {alpha ? kRgba : kRgb};
  }
  if (alpha) descriptors.push_back(kAlpha);
  return descriptors;
}

DpxPlan PlanFor(const ImageInfo* image_info, const Image* image) {
  DpxPlan plan;
  plan.little_endian = image_info->endian == LSBEndian;
  const std::size_t user = ProfileOf(image, kDpxUserProfile).size();
  plan.image_offset = (kDpxHeaderBytes + user + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
  DpxElement element;
  element.bits = BitsFor(image_info, image);
  element.packing = PackingFor(image_info, element.bits);
  const bool film = image->colorspace == CineonLogRGBColorspace;
  element.transfer = film ? DpxTransfer::kPrintingDensity : DpxTransfer::kLinear;
  element.low_code = 0;
  element.high_code = (1u << element.bits) - 1;
  std::size_t next = plan.image_offset;
  for (const DpxDescriptor descriptor : DescriptorsFor(image_info, image)) {
    element.descriptor = descriptor;
    const DpxLayout layout = LayoutOf(image_info, element, plan.little_endian, true);
    plan.element_bytes = layout.RowBytes(element.Samples() * image->columns) * image->rows;
    element.offset = static_cast<std::uint32_t>(next);
    next += plan.element_bytes;
    if (next > 0xfffffffe) Fail(CoderError, "Image column or row size is not supported");
    plan.elements.push_back(element);
  }
  return plan;
}

// Writes numbers in the order of bytes of the file.
class Header {
 public:
  explicit Header(const DpxPlan& plan) : plan_(plan), bytes_(plan.image_offset) {}
  std::span<std::uint8_t> bytes() { return bytes_; }
  void Number(std::size_t at, std::size_t size, std::size_t value) {
    PutDpxNumber(bytes_, at, size, static_cast<std::uint32_t>(value), plan_.little_endian);
  }
  void Quantity(std::size_t at, float value) { Number(at, 4, std::bit_cast<std::uint32_t>(value)); }
  void Text(std::size_t at, std::string_view text) {
    std::ranges::copy(AsBytes(text), &bytes_[at]);
  }

 private:
  const DpxPlan& plan_;
  std::vector<std::uint8_t> bytes_;
};

void PutElement(const DpxElement& element, std::size_t at, Header& header) {
  constexpr float kMostDensity = 2.047f;
  const bool film = element.transfer == DpxTransfer::kPrintingDensity;
  constexpr std::uint32_t kUndefined = 0xffffffff;
  header.Number(at + 4, 4, element.low_code);
  header.Number(at + 8, 4, kUndefined);
  header.Number(at + 12, 4, element.high_code);
  header.Number(at + 16, 4, kUndefined);
  if (film) {
    header.Quantity(at + 8, 0);
    header.Quantity(at + 16, kMostDensity);
  }
  header.Number(at + 20, 1, static_cast<unsigned>(element.descriptor));
  header.Number(at + 21, 1, static_cast<unsigned>(element.transfer));
  header.Number(at + 22, 1, static_cast<unsigned>(element.transfer));  // of colours: the same
  header.Number(at + 23, 1, element.bits);
  header.Number(at + 24, 2, static_cast<unsigned>(element.packing));
  header.Number(at + 28, 4, element.offset);
}

void PutHeader(const DpxPlan& plan, const ImageInfo* image_info, Image* image) {
  Header header(plan);
  const std::span<const std::uint8_t> user = ProfileOf(image, kDpxUserProfile);
  FillDpxFields(image_info, image, plan.little_endian, header.bytes());
  header.Text(0, plan.little_endian ? "XPDS" : "SDPX");
  header.Number(kDpxImageOffset, 4, plan.image_offset);
  header.Text(8, "V2.0");
  header.Number(kDpxFileSize, 4, plan.image_offset + plan.elements.size() * plan.element_bytes);
  header.Number(kDpxDitto, 4, 1);
  header.Number(kDpxGenericBytes, 4, kDpxGenericEnd);
  header.Number(kDpxIndustryBytes, 4, kDpxHeaderBytes - kDpxGenericEnd);
  header.Number(kDpxUserBytes, 4, user.size());
  header.Text(kDpxCreator, "Lodestone");
  header.Number(kDpxOrientation, 2, DpxOrientationOf(image));
  header.Number(kDpxElements, 2, plan.elements.size());
  header.Number(kDpxColumns, 4, image->columns);
  header.Number(kDpxRows, 4, image->rows);
  for (std::size_t i = 0; i < plan.elements.size(); ++i)
    PutElement(plan.elements[i], kDpxFirstElement + i * kDpxElementBytes, header);
  std::ranges::copy(user, header.bytes().begin() + kDpxHeaderBytes);
  WriteBytes(image, header.bytes().data(), header.bytes().size());
}

void FillRow(DpxDescriptor descriptor, const std::vector<std::uint16_t>& levels,
             const PixelPacket* row, std::size_t columns, std::uint16_t* sample) {
  using enum DpxDescriptor;
  for (std::size_t x = 0; x < columns; ++x) {
    const PixelPacket& pixel = row[x];
    const std::uint16_t alpha = levels[MaxRGB - pixel.opacity];
    switch (descriptor) {
      case kGreen:
        *sample++ = levels[pixel.green];
        break;
      case kBlue:
        *sample++ = levels[pixel.blue];
        break;
      case kAlpha:
        *sample++ = alpha;
        break;
      case kRgb:
      case kRgba:
        *sample++ = levels[pixel.red];
        *sample++ = levels[pixel.green];
        *sample++ = levels[pixel.blue];
        if (descriptor == kRgba) *sample++ = alpha;
        break;
      default:  // grey has three equal samples
        *sample++ = levels[pixel.red];
    }
  }
}

void PutElements(const DpxPlan& plan, const ImageInfo* image_info, Image* image) {
  const double scale = plan.elements[0].high_code / MaxRGBDouble;
  std::vector<std::uint16_t> levels(std::size_t{MaxRGB} + 1);
  for (std::size_t i = 0; i < levels.size(); ++i)
    levels[i] = static_cast<std::uint16_t>(static_cast<double>(i) * scale + 0.5);
  const ConstPixels source = AllPixels(image, &image->exception);
  CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
  const std::size_t count = plan.elements.size();
  for (std::size_t i = 0; i < count; ++i) {
    const DpxElement& element = plan.elements[i];
    const DpxLayout layout = LayoutOf(image_info, element, plan.little_endian, true);
    std::vector<std::uint16_t> samples(element.Samples() * image->columns);
    std::vector<std::uint8_t> row(layout.RowBytes(samples.size()));
    for (std::size_t y = 0; y < image->rows; ++y) {
      FillRow(element.descriptor, levels, source.Row(y), image->columns, samples.data());
      PackDpxRow(layout, samples, row.data());
      WriteBytes(image, row.data(), row.size());
      progress.Tick((i * image->rows + y) / count);
    }
  }
}

unsigned int IsDpx(const unsigned char* magick, const std::size_t length) {
  return length >= 4 && (std::memcmp(magick, "SDPX", 4) == 0 || std::memcmp(magick, "XPDS", 4) == 0)
             ? MagickTrue
             : MagickFalse;
}

}  // namespace

unsigned DpxOrientationOf(const Image* image) {
  switch (image->orientation) {
    case TopRightOrientation:
      return 1;
    case BottomLeftOrientation:
      return 2;
    case BottomRightOrientation:
      return 3;
    case LeftTopOrientation:
      return 4;
    case RightTopOrientation:
      return 5;
    case LeftBottomOrientation:
      return 6;
    case RightBottomOrientation:
      return 7;
    default:
      return 0;
  }
}

unsigned int WriteDpx(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    ChooseColorspace(image_info, image);
    const DpxPlan plan = PlanFor(image_info, image);
    PutHeader(plan, image_info, image);
    PutElements(plan, image_info, image);
  });
}

void RegisterDpxImage() {
  FormatEntry entry{"DPX", "SMPTE 268M-2003 (DPX 2.0)", "DPX", ReadDpx, WriteDpx, IsDpx};
  entry.adjoin = false;
  entry.traits = {"1, 8, 10, 12, 16", "yes", "", "DPX:* attributes, user data, orientation",
                  "4 GiB"};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
