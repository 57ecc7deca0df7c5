#include <cstdlib>
#include <string>

#include "coders/common/profiles.hpp"
#include "coders/common/samples.hpp"
#include "coders/dpx/dpx.hpp"
#include "magick/attribute.h"
#include "magick/enum_strings.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::uint32_t kUndefined = 0xffffffff;

// What a file says before its samples.
struct DpxFile {
  ByteSpan bytes;
  bool little_endian = false;
  std::size_t header_bytes = 0;
  std::vector<DpxElement> elements;
  bool opacity = false;  // alpha is stored as GraphicsMagick does

  std::uint32_t Long(std::size_t at) const { return DpxNumber(bytes, at, 4, little_endian); }
  std::uint32_t Short(std::size_t at) const { return DpxNumber(bytes, at, 2, little_endian); }
};

DpxElement ElementAt(const DpxFile& file, std::size_t index) {
  const std::size_t at = kDpxFirstElement + index * kDpxElementBytes;
  DpxElement element;
  element.low_code = file.Long(at + 4);
  element.high_code = file.Long(at + 12);
  element.descriptor = static_cast<DpxDescriptor>(file.bytes[at + 20]);
  element.transfer = static_cast<DpxTransfer>(file.bytes[at + 21]);
  element.bits = file.bytes[at + 23];
  element.packing = static_cast<DpxPacking>(file.Short(at + 24));
  element.offset = file.Long(at + 28);
  return element;
}

bool IsSupported(const DpxFile& file, std::size_t index, const DpxElement& element) {
  const std::size_t at = kDpxFirstElement + index * kDpxElementBytes;
  const bool is_unsigned = file.Long(at) == 0, plain = file.Short(at + 26) == 0;
  const bool bits = element.bits == 1 || element.bits == 8 || element.bits == 10 ||
                    element.bits == 12 || element.bits == 16;
  // Scratches and dust of a scanner, which are no alpha.
  constexpr std::string_view kDust = "NL CLEAN MATTE";
  const bool dust = std::ranges::equal(file.bytes.subspan(at + 40, kDust.size()), AsBytes(kDust));
  const bool paired = element.descriptor == DpxDescriptor::kCbYCrY ||
                      element.descriptor == DpxDescriptor::kCbYACrYA;
  return is_unsigned && plain && bits && element.packing <= DpxPacking::kHighPadding &&
         element.Samples() != 0 && !dust && (!paired || file.Long(kDpxColumns) % 2 == 0);
}

// Elements from the first that is not supported on are left out, as GraphicsMagick does.
DpxFile OpenFile(ByteSpan bytes) {
  constexpr std::size_t kLeast = 1408;
  if (bytes.size() < kLeast) FailTruncated();
  DpxFile file;
  file.bytes = bytes;
  ByteCursor magic(bytes);
  file.little_endian = magic.TakeIf("XPDS");
  if (!file.little_endian && !magic.TakeIf("SDPX"))
    Fail(CorruptImageError, "Improper image header");
  const std::size_t offset = file.Long(kDpxImageOffset);
  const std::size_t count = file.Short(kDpxElements);
  if (offset < kLeast || count == 0 || count > kDpxMostElements || file.Short(kDpxOrientation) > 7)
    Fail(CorruptImageError, "Improper image header");
  if (offset > bytes.size()) FailTruncated();
  // Sections that are there as a whole.
  file.header_bytes = kLeast;
  for (const std::size_t end : {kDpxGenericEnd, kDpxFilmEnd, kDpxHeaderBytes})
    if (offset >= end) file.header_bytes = end;
  for (std::size_t i = 0; i < count; ++i) {
    const DpxElement element = ElementAt(file, i);
    if (!IsSupported(file, i, element)) break;
    file.elements.push_back(element);
  }
  if (file.elements.empty()) Fail(CoderError, "Data storage type is not supported");
  ByteCursor creator(bytes.subspan(kDpxCreator));
  file.opacity = creator.TakeIf("GraphicsMagick");
  return file;
}

ColorspaceType ColorspaceOf(const DpxFile& file) {
  const DpxElement* colors = nullptr;
  bool ycc = false, luma = false;
  for (const DpxElement& element : file.elements) {
    if (element.descriptor == DpxDescriptor::kAlpha) continue;
    colors = &element;
    ycc = ycc || element.IsYcc();
    luma = luma || element.descriptor == DpxDescriptor::kLuma;
  }
  if (colors == nullptr) Fail(CorruptImageError, "Missing an image channel");
  const bool rec601 = colors->transfer == DpxTransfer::kRec601Of625 ||
                      colors->transfer == DpxTransfer::kRec601Of525;
  if (ycc) return rec601 ? Rec601YCbCrColorspace : Rec709YCbCrColorspace;
  if (luma && rec601) return Rec601LumaColorspace;
  if (luma) return colors->transfer == DpxTransfer::kRec709 ? Rec709LumaColorspace : GRAYColorspace;
  return colors->transfer == DpxTransfer::kPrintingDensity ? CineonLogRGBColorspace : RGBColorspace;
}

void Describe(const DpxFile& file, Image* image) {
  constexpr OrientationType kOrientations[] = {
      TopLeftOrientation, TopRightOrientation, BottomLeftOrientation, BottomRightOrientation,
      LeftTopOrientation, RightTopOrientation, LeftBottomOrientation, RightBottomOrientation};
  image->endian = file.little_endian ? LSBEndian : MSBEndian;
  image->columns = file.Long(kDpxColumns);
  image->rows = file.Long(kDpxRows);
  CheckLimits(image);
  image->orientation = kOrientations[file.Short(kDpxOrientation)];
  DescribeDpx(file.bytes.first(file.header_bytes), file.little_endian, image);
  const std::size_t user = file.Long(kDpxUserBytes);
  constexpr std::size_t kIdBytes = 32;
  if (file.header_bytes == kDpxHeaderBytes && user >= kIdBytes && user != kUndefined &&
      user <= file.Long(kDpxImageOffset) - kDpxHeaderBytes)
    StoreProfile(image, kDpxUserProfile, file.bytes.subspan(kDpxHeaderBytes, user));
  unsigned depth = 0;
  for (const DpxElement& element : file.elements) {
    depth = std::max(depth, element.bits);
    if (element.HasAlpha()) image->matte = MagickTrue;
  }
  image->depth = std::min<unsigned>(depth, QuantumDepth);
  image->colorspace = ColorspaceOf(file);
  const bool gray = IsGrayColorspace(image->colorspace) != 0;
  SetShade(image, gray, gray && depth == 1);
}

// Quanta of samples: of all their range, or of that of video.
struct Maps {
  SampleTable luma, chroma;
};

double CodeFor(const ImageInfo* image_info, const char* key, std::uint32_t code, double otherwise) {
  if (const char* const text = AccessDefinition(image_info, "dpx", key)) return std::atof(text);
  return code == kUndefined ? otherwise : code;
}

Maps MapsFor(const ImageInfo* image_info, const DpxElement& element, const Image* image) {
  const std::uint32_t most = (1u << element.bits) - 1;
  Maps maps{MakeSampleTable(most), {}};
  const bool video = IsYCbCrColorspace(image->colorspace) ||
                     image->colorspace == Rec601LumaColorspace ||
                     image->colorspace == Rec709LumaColorspace;
  if (!video) return maps;
  const double levels = most + 1.0, to_quantum = MaxRGBDouble / most;
  double low = levels * 64 / 1024, high = levels * 940 / 1024;
  const double own_low = CodeFor(image_info, "reference-low", element.low_code, low);
  const double own_high = CodeFor(image_info, "reference-high", element.high_code, high);
  if (own_high > own_low && own_high > 0) {
    low = own_low;
    high = own_high;
  }
  const double scale = levels / (high - low), chroma_scale = scale * (940.0 - 64) / (960 - 64);
  const auto quantum = [&](double sample, double by) {
    return static_cast<Quantum>(
        std::clamp((sample - low) * to_quantum * by + 0.5, 0.0, MaxRGBDouble));
  };
  maps.chroma.resize(maps.luma.size());
  for (std::size_t i = 0; i < maps.luma.size(); ++i) {
    maps.luma[i] = quantum(static_cast<double>(i), scale);
    maps.chroma[i] = quantum(static_cast<double>(i), chroma_scale);
  }
  return maps;
}

// The planes of a pixel, in the order of the file.
using Member = Quantum PixelPacket::*;

std::vector<Member> MembersOf(DpxDescriptor descriptor) {
  using enum DpxDescriptor;
  constexpr Member kR = &PixelPacket::red, kG = &PixelPacket::green, kB = &PixelPacket::blue,
                   kA = &PixelPacket::opacity;
  switch (descriptor) {
    case kRed:
      return {kR};
    case kGreen:
      return {kG};
    case kBlue:
      return {kB};
    case kAlpha:
      return {kA};
    case kRgba:
      return {kR, kG, kB, kA};
    case kAbgr:
      return {kA, kR, kG, kB};
    // Luma is where red is, and its differences follow.
    case kCbYCr:
      return {kG, kR, kB};
    case kCbYCrA:
      return {kG, kR, kB, kA};
    default:
      return {kR, kG, kB};
  }
}

class ElementReader {
 public:
  ElementReader(const DpxElement& element, const Maps& maps, const Image* image, bool opacity)
      : element_(element),
        maps_(maps),
        members_(MembersOf(element.descriptor)),
        gray_(element.Samples() == 1 && members_.size() == 3 &&
              !IsYCbCrColorspace(image->colorspace)),
        opacity_(opacity) {}

  void Store(std::span<const std::uint16_t> samples, std::size_t columns, PixelPacket* row) const {
    if (gray_)
      StoreGray(samples, row);
    else if (element_.descriptor == DpxDescriptor::kCbYCrY ||
             element_.descriptor == DpxDescriptor::kCbYACrYA)
      StorePairs(samples, columns, row);
    else
      StoreMembers(samples, columns, row);
  }

 private:
  Quantum Alpha(std::uint16_t sample) const {
    return opacity_ ? maps_.luma[sample] : static_cast<Quantum>(MaxRGB - maps_.luma[sample]);
  }

  void StoreGray(std::span<const std::uint16_t> samples, PixelPacket* row) const {
    for (std::size_t x = 0; x < samples.size(); ++x)
      row[x].red = row[x].green = row[x].blue = maps_.luma[samples[x]];
  }

  void StoreMembers(std::span<const std::uint16_t> samples, std::size_t columns,
                    PixelPacket* row) const {
    const std::uint16_t* sample = samples.data();
    for (std::size_t x = 0; x < columns; ++x)
      for (const Member member : members_) {
        const bool difference =
            element_.IsYcc() && (member == &PixelPacket::green || member == &PixelPacket::blue);
        row[x].*member = member == &PixelPacket::opacity ? Alpha(*sample)
                         : difference                    ? maps_.chroma[*sample]
                                                         : maps_.luma[*sample];
        ++sample;
      }
  }

  // Two pixels share their differences; those of the second lie between it and the next.
  void StorePairs(std::span<const std::uint16_t> samples, std::size_t columns,
                  PixelPacket* row) const {
    const std::size_t step = element_.Samples();
    for (std::size_t x = 0; x < columns; ++x) {
      const std::uint16_t* const pixel = &samples[x * step];
      const std::uint16_t* const pair = &samples[x / 2 * 2 * step];
      row[x].red = maps_.luma[pixel[1]];
      row[x].green = maps_.chroma[pair[0]];
      row[x].blue = maps_.chroma[pair[step]];
      if (step == 3) row[x].opacity = Alpha(pixel[2]);
    }
    for (std::size_t x = 1; x + 1 < columns; x += 2)
      for (const Member member : {&PixelPacket::green, &PixelPacket::blue})
        row[x].*member =
            static_cast<Quantum>((std::uint32_t{row[x - 1].*member} + row[x + 1].*member) / 2);
  }

  const DpxElement& element_;
  const Maps& maps_;
  const std::vector<Member> members_;
  const bool gray_;
  const bool opacity_;
};

// Red, green and blue have to come from somewhere.
void CheckChannels(const DpxFile& file) {
  unsigned found = 0;
  for (const DpxElement& element : file.elements) {
    const std::vector<Member> members = MembersOf(element.descriptor);
    if (std::ranges::count(members, &PixelPacket::red) != 0) found |= 1;
    if (std::ranges::count(members, &PixelPacket::green) != 0) found |= 2;
    if (std::ranges::count(members, &PixelPacket::blue) != 0) found |= 4;
  }
  if (found != 7) Fail(CorruptImageError, "Missing an image channel");
}

void ReadPixels(const DpxFile& file, const ImageInfo* image_info, Image* image,
                ExceptionInfo* exception) {
  CheckChannels(file);
  // All samples are there before there are pixels.
  std::size_t next = file.Long(kDpxImageOffset);
  std::vector<std::pair<DpxLayout, ByteSpan>> data;
  for (const DpxElement& element : file.elements) {
    const DpxLayout layout = LayoutOf(image_info, element, file.little_endian, false);
    if (element.offset != 0 && element.offset != kUndefined) next = element.offset;
    const std::size_t length = layout.RowBytes(element.Samples() * image->columns) * image->rows;
    if (next > file.bytes.size() || length > file.bytes.size() - next) FailTruncated();
    data.emplace_back(layout, file.bytes.subspan(next, length));
    next += length;
  }
  const Pixels target = NewPixels(image, exception);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t i = 0; i < data.size(); ++i) {
    const auto& [layout, bytes] = data[i];
    const DpxElement& element = file.elements[i];
    const Maps maps = MapsFor(image_info, element, image);
    const ElementReader reader(element, maps, image, file.opacity);
    std::vector<std::uint16_t> samples(element.Samples() * image->columns);
    const std::size_t row_bytes = layout.RowBytes(samples.size());
    for (std::size_t y = 0; y < image->rows; ++y) {
      if (i == 0) std::fill_n(target.Row(y), image->columns, PixelPacket{});
      UnpackDpxRow(layout, bytes.data() + y * row_bytes, samples);
      reader.Store(samples, image->columns, target.Row(y));
      progress.Tick((i * image->rows + y) / data.size());
    }
  }
  SyncPixels(image, exception);
}

// What the user says of the samples, and film as video.
void ChooseColorspace(const DpxFile& file, const ImageInfo* image_info, Image* image) {
  if (const char* const name = AccessDefinition(image_info, "dpx", "colorspace")) {
    const ColorspaceType colorspace = StringToColorspaceType(name);
    if (colorspace == UndefinedColorspace) Fail(OptionError, "Unrecognized colorspace");
    image->colorspace = colorspace;
  }
  const bool film = file.elements[0].transfer == DpxTransfer::kPrintingDensity;
  if (!IsYCbCrColorspace(image->colorspace) || !film) return;
  ToRgb(image);
  image->colorspace = CineonLogRGBColorspace;
}

}  // namespace

std::size_t DpxElement::Samples() const {
  using enum DpxDescriptor;
  switch (descriptor) {
    case kUnspecified:
    case kRed:
    case kGreen:
    case kBlue:
    case kAlpha:
    case kLuma:
      return 1;
    case kCbYCrY:
      return 2;
    case kRgb:
    case kCbYACrYA:
    case kCbYCr:
      return 3;
    case kRgba:
    case kAbgr:
    case kCbYCrA:
      return 4;
  }
  return 0;
}

bool DpxElement::HasAlpha() const {
  using enum DpxDescriptor;
  return descriptor == kAlpha || descriptor == kRgba || descriptor == kAbgr ||
         descriptor == kCbYACrYA || descriptor == kCbYCrA;
}

Image* ReadDpx(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const DpxFile file = OpenFile(WholeBlob(image));
    Describe(file, image);
    if (image_info->ping != MagickFalse) return;
    ReadPixels(file, image_info, image, exception);
    ChooseColorspace(file, image_info, image);
  });
}

}  // namespace lodestone::coders
