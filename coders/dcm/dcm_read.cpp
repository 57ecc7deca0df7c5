// DICOM: medical images, as PS3.5 and PS3.10 of the standard define their files.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "coders/common/embedded.hpp"
#include "coders/common/metadata.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/registration.hpp"
#include "coders/dcm/dcm_pixels.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::string_view kRuns = "1.2.840.10008.1.2.5";

struct NamedText {
  std::uint32_t tag;
  const char* name;  // GraphicsMagick's
};
constexpr NamedText kTexts[] = {
    {DcmTag(0x0008, 0x0020), "StudyDate"},        {DcmTag(0x0010, 0x0010), "PatientName"},
    {DcmTag(0x0018, 0x1060), "TriggerTime"},      {DcmTag(0x0018, 0x1100), "FieldOfView"},
    {DcmTag(0x0020, 0x0011), "SeriesNumber"},     {DcmTag(0x0020, 0x0032), "ImagePosition"},
    {DcmTag(0x0020, 0x0037), "ImageOrientation"}, {DcmTag(0x0020, 0x1041), "SliceLocation"}};
constexpr std::uint32_t kSpacing = DcmTag(0x0028, 0x0030);

// Files of JPEG that do not say what their colours are would be taken for YCbCr.
ByteSpan WithoutTransform(ByteSpan file, std::vector<std::uint8_t>& storage) {
  constexpr std::string_view kAdobe(
      "\xff\xee\0\x0e"
      "Adobe\0\x64\0\0\0\0\0",
      16);
  ByteSink sink;
  sink.Bytes(file.first(2));
  sink.Text(kAdobe);
  sink.Bytes(file.subspan(2));
  storage = std::move(sink.bytes());
  return storage;
}

// Of the values in a compressed frame.
struct SampleRange {
  unsigned bits = 8;
  bool is_signed = false;
  double Most() const { return static_cast<double>((1u << bits) - 1); }
};

// What the first component of a codestream of JPEG 2000 says; other frames have bytes.
SampleRange RangeOf(ByteSpan file) {
  constexpr std::array<std::uint8_t, 4> kStart = {0xff, 0x4f, 0xff, 0x51};
  constexpr std::size_t kAt = 42;  // of its description
  const auto start = std::search(file.begin(), file.end(), kStart.begin(), kStart.end());
  const auto offset = static_cast<std::size_t>(start - file.begin());
  if (start == file.end() || file.size() - offset <= kAt) return {};
  const unsigned description = file[offset + kAt];
  return {std::min((description & 0x7f) + 1, 16u), (description & 0x80) != 0};
}

class DcmReader {
 public:
  DcmReader(const ImageInfo* image_info, ByteSpan file, ExceptionInfo* exception)
      : info_(image_info),
        exception_(exception),
        elements_(file, inflated_),
        layout_(DcmImageOf(elements_)),
        frames_(elements_, layout_) {}

  FrameRange Wanted() const { return WantedFrames(info_, layout_.frames); }

  void Describe(std::size_t number, Image* image) const {
    image->columns = layout_.columns;
    image->rows = layout_.rows;
    image->scene = number;
    image->depth = layout_.stored <= 8 && layout_.colors != DcmColors::kPalette ? 8 : QuantumDepth;
    for (const NamedText& text : kTexts) {
      const std::string value = elements_.Text(text.tag);
      if (!value.empty()) StoreText(image, text.name, value.c_str());
    }
    const auto rows = elements_.Number(kSpacing, 0), columns = elements_.Number(kSpacing, 1);
    if (!rows || !columns || !(*rows > 0.0) || !(*columns > 0.0)) return;
    constexpr double kMillimeters = 10.0;
    image->x_resolution = kMillimeters / *columns;
    image->y_resolution = kMillimeters / *rows;
    image->units = PixelsPerCentimeterResolution;
  }

  // Before the first frame is painted.
  void Prepare(const FrameRange& wanted) {
    if (layout_.colors == DcmColors::kPalette) palette_ = DcmPalette(elements_, layout_);
    if (layout_.colors != DcmColors::kMonochrome) return;
    if (AccessDefinition(info_, "dcm", "avoid-scaling") != nullptr) {
      shades_ = DcmPlainShades(layout_);
      return;
    }
    if (!NeedsDcmRange(elements_, layout_)) {
      shades_ = DcmShades(elements_, layout_, nullptr);
      return;
    }
    DcmRange range{std::numeric_limits<int>::max(), std::numeric_limits<int>::min()};
    for (std::size_t number = wanted.first; number < wanted.end; ++number)
      range.Include(layout_, StoredFrame(number));
    shades_ = DcmShades(elements_, layout_, &range);
  }

  void Paint(std::size_t number, Image* image) {
    if (frames_.compressed() && layout_.samples == 3 && !IsOwn(number)) {
      const ByteSpan file = FileAt(number);
      ReadEmbedded(info_, FormatOf(file), file, image, exception_);
      CheckSize(image);
      return;
    }
    PaintDcmFrame(layout_, StoredFrame(number), shades_, palette_, image, exception_);
  }

 private:
  const char* FormatOf(ByteSpan file) const {
    // A coder that this loads may know it by another name.
    GetImageMagick(file.data(), file.size());
    const char* const found = GetImageMagick(file.data(), file.size());
    for (const char* known : {"JPEG", "JP2", "J2C", "J2K", "JPC"})
      if (found != nullptr && LocaleCompare(found, known) == 0) return known;
    Fail(CoderError, "The transfer syntax " + elements_.syntax().name + " is not supported");
  }

  // Whether it is decoded here, not by the coder of its format.
  bool IsOwn(std::size_t number) {
    return elements_.syntax().name == kRuns || IsLosslessJpeg(frames_.At(number, joined_));
  }

  ByteSpan FileAt(std::size_t number) {
    const ByteSpan file = frames_.At(number, joined_);
    const bool is_jpeg = file.size() > 3 && file[0] == 0xff && file[1] == 0xd8;
    const bool says_colors = is_jpeg && (file[3] == 0xe0 || file[3] == 0xee);
    if (!is_jpeg || says_colors || layout_.colors != DcmColors::kRgb || layout_.samples != 3)
      return file;
    return WithoutTransform(file, marked_);
  }

  void CheckSize(const Image* image) const {
    if (image->columns != layout_.columns || image->rows != layout_.rows)
      Fail(CorruptImageError, "A frame has another size than the image");
  }

  DcmFrame StoredFrame(std::size_t number) {
    if (!frames_.compressed())
      return {frames_.At(number, joined_), layout_.planar, layout_.big_endian};
    if (elements_.syntax().name == kRuns)
      decoded_ = DecodeDcmRuns(frames_.At(number, joined_), layout_);
    else if (IsLosslessJpeg(frames_.At(number, joined_)))
      decoded_ = DecodeLosslessJpeg(frames_.At(number, joined_), layout_);
    else
      DecodeElsewhere(FileAt(number));
    return {decoded_, true, false};
  }

  // Values, from the quanta that another coder makes of them.
  void DecodeElsewhere(ByteSpan file) {
    if (layout_.allocated % 8 != 0) Fail(CorruptImageError, "Improper bits of a compressed frame");
    const ImageOwner inner(AllocateImage(info_));
    if (inner.get() == nullptr) throw std::bad_alloc();
    ReadEmbedded(info_, FormatOf(file), file, inner.get(), exception_);
    CheckSize(inner.get());
    const ConstPixels source = AllPixels(inner.get(), exception_);
    const std::size_t bytes = layout_.allocated / 8;
    const SampleRange range = RangeOf(file);
    // Coders count from the least value.
    const unsigned zero = range.is_signed ? 1u << (range.bits - 1) : 0;
    decoded_.assign(layout_.Pixels() * bytes, 0);
    for (std::size_t i = 0; i < layout_.Pixels(); ++i) {
      const double share = source.pixels[i].green / MaxRGBDouble;
      const auto value = static_cast<unsigned>(share * range.Most() + 0.5) - zero;
      const unsigned stored = (value & layout_.Mask()) << (layout_.high + 1 - layout_.stored);
      decoded_[i * bytes] = static_cast<std::uint8_t>(stored);
      if (bytes == 2) decoded_[2 * i + 1] = static_cast<std::uint8_t>(stored >> 8);
    }
  }

  const ImageInfo* const info_;
  ExceptionInfo* const exception_;
  std::vector<std::uint8_t> inflated_;
  const DcmElements elements_;
  const DcmImage layout_;
  const DcmFrames frames_;
  SampleTable shades_;
  std::vector<PixelPacket> palette_;
  std::vector<std::uint8_t> joined_, marked_, decoded_;
};

Image* ReadDcm(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    DcmReader reader(image_info, WholeBlob(image), exception);
    const FrameRange wanted = reader.Wanted();
    if (image_info->ping == MagickFalse) reader.Prepare(wanted);
    for (std::size_t number = wanted.first; number < wanted.end; ++number) {
      if (number != wanted.first) image = NextImage(image_info, image);
      reader.Describe(number, image);
      if (image_info->ping == MagickFalse) reader.Paint(number, image);
    }
  });
}

unsigned int IsDcm(const unsigned char* magick, const std::size_t length) {
  constexpr std::size_t kAt = 128;
  const std::string_view start(reinterpret_cast<const char*>(magick), length);
  return length > kAt && start.substr(kAt).starts_with("DICM") ? MagickTrue : MagickFalse;
}

}  // namespace

void RegisterDcmImage() {
  FormatEntry entry{
      "DCM", "Digital Imaging and Communications in Medicine", "DCM", ReadDcm, nullptr, IsDcm};
  entry.traits = {"1 to 16", "", "frames", "study, patient's name, position, resolution",
                  "65535x65535"};
  RegisterFormat(entry);
  entry.name = "DICOM";
  entry.magick = nullptr;
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
