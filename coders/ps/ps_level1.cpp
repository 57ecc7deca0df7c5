#include <algorithm>
#include <string>

#include "coders/common/compression_loss.hpp"
#include "coders/pages/page_layout.hpp"
#include "coders/pages/stream_text.hpp"
#include "coders/ps/on_paper.hpp"
#include "coders/ps/ps_image.hpp"
#include "coders/ps/text_outputs.hpp"

namespace lodestone::coders {
namespace {

// The procedures below leave samples, for `image`, as a string on the stack. Where a device has no
// colours, /Grays makes shades of them.

constexpr const char* kGrays =
    "/Grays {\n"
    "  /rgb exch def /pixels rgb length 3 idiv def\n"
    "  0 1 pixels 1 sub {\n"
    "    dup 3 mul /at exch def\n"
    "    rgb at get 299 mul rgb at 1 add get 587 mul add rgb at 2 add get 114 mul add\n"
    "    500 add 1000 idiv gray 3 1 roll put\n"
    "  } for\n"
    "  gray 0 pixels getinterval\n"
    "} bind def\n";
constexpr const char* kPlainData = "/Data { currentfile row readhexstring pop } bind def\n";
constexpr const char* kPaletteData =
    "/Data {\n"
    "  currentfile cells readhexstring pop pop\n"
    "  0 1 cells length 1 sub {\n"
    "    dup 3 mul exch cells exch get 3 mul colors exch 3 getinterval row 3 1 roll putinterval\n"
    "  } for\n"
    "  row\n"
    "} bind def\n";
constexpr const char* kPlainColor = "/Color { currentfile color readhexstring pop } bind def\n";
constexpr const char* kPaletteColor =
    "/Color { currentfile cells readhexstring pop 0 get 3 mul colors exch 3 getinterval } bind "
    "def\n";
// A colour, and how often it is repeated.
constexpr const char* kRunsData =
    "/Data {\n"
    "  /packet Color def /unit packet length def\n"
    "  /bytes currentfile times readhexstring pop 0 get 1 add unit mul def\n"
    "  0 unit bytes 1 sub { row exch packet putinterval } for\n"
    "  row 0 bytes getinterval\n"
    "} bind def\n";

constexpr std::size_t kLongestRun = 256;

// How many units of a row one string, of at most 65535 bytes, takes, so that it has whole ones.
std::size_t UnitsAtOnce(std::size_t units, std::size_t unit_bytes) {
  std::size_t parts = (units * unit_bytes + 65534) / 65535;
  while (parts < units && (units % parts != 0 || units / parts * unit_bytes > 65535)) ++parts;
  return units / parts;
}

std::string StringOf(const char* name, std::size_t bytes) {
  return std::string("/") + name + " " + std::to_string(bytes) + " string def\n";
}

class Level1Image {
 public:
  Level1Image(const ImageInfo* image_info, Image* blob, Image* opaque)
      : blob_(blob), image_(opaque), layout_(PageLayoutOf(image_info, opaque, {8, false})) {
    if (layout_.palette) layout_.bits = 8;
    runs_ = image_info->compression == RLECompression && !layout_.bilevel;
    if (!runs_ && image_info->compression != NoCompression)
      WarnOfAbsentCompression("PS", opaque, image_info->compression, NoCompression,
                              &opaque->exception);
  }

  void Write() {
    WriteText(blob_, "20 dict begin\n" + Procedures() + Call());
    const ConstPixels source = AllPixels(image_, &image_->exception);
    std::vector<std::uint8_t> row(layout_.RowBytes(image_->columns));
    HexOutput output(blob_);
    CodingProgress progress(CodingProgress::Task::kSaving, image_, &image_->exception);
    for (std::size_t y = 0; y < image_->rows; ++y) {
      ExportPageRow(layout_, source, y, row.data());
      if (runs_)
        PutRuns(row, output);
      else
        output.Put(row);
      progress.Tick(y);
    }
    output.Finish();
    WriteText(blob_, "end\n");
  }

 private:
  bool HasColors() const { return layout_.channels != Channels::kGray; }
  // Bytes of a pixel, or of a part of a row of bits.
  std::size_t UnitBytes() const { return HasColors() && !layout_.palette ? 3 : 1; }

  std::string Procedures() const {
    const std::size_t row_bytes = layout_.RowBytes(image_->columns);
    const std::size_t painted = HasColors() ? 3 : 1;
    const std::size_t units = runs_ ? kLongestRun : UnitsAtOnce(row_bytes / UnitBytes(), painted);
    std::string text = StringOf("row", units * painted);
    if (layout_.palette) text += PaletteText() + StringOf("cells", runs_ ? 1 : units);
    if (runs_) text += StringOf("times", 1) + StringOf("color", painted);
    if (HasColors()) text += StringOf("gray", units) + kGrays;
    if (!runs_) return text + (layout_.palette ? kPaletteData : kPlainData);
    return text + (layout_.palette ? kPaletteColor : kPlainColor) + kRunsData;
  }

  std::string PaletteText() const {
    std::string text = "/colors <\n";
    const std::vector<std::uint8_t> palette = PaletteOf(image_);
    for (std::size_t i = 0; i < palette.size(); i += 3)
      text += HexText(ByteSpan(palette).subspan(i, 3)) + "\n";
    return text + "> def\n";
  }

  // Its data follow at once.
  std::string Call() const {
    const std::string columns = std::to_string(image_->columns);
    const std::string rows = std::to_string(image_->rows);
    const std::string size = columns + " " + rows + " " + std::to_string(layout_.bits) + " [" +
                             columns + " 0 0 -" + rows + " 0 " + rows + "] ";
    if (!HasColors()) return size + "{ Data } image\n";
    return "/colorimage where\n{ pop " + size + "{ Data } false 3 colorimage }\n{ " + size +
           "{ Data Grays } image } ifelse\n";
  }

  // Of one row: pixels, each with how often it is repeated.
  void PutRuns(ByteSpan row, HexOutput& output) const {
    const std::size_t unit = UnitBytes();
    while (!row.empty()) {
      const ByteSpan pixel = row.first(unit);
      std::size_t length = 1;
      while (length < kLongestRun && (length + 1) * unit <= row.size() &&
             std::ranges::equal(row.subspan(length * unit, unit), pixel))
        ++length;
      const std::uint8_t repeats = static_cast<std::uint8_t>(length - 1);
      output.Put(pixel);
      output.Put({&repeats, 1});
      row = row.subspan(length * unit);
    }
  }

  Image* const blob_;
  Image* const image_;
  PageLayout layout_;
  bool runs_ = false;
};

}  // namespace

void WritePsLevel1(const ImageInfo* image_info, Image* blob, Image* image) {
  if (image->colorspace == CMYKColorspace) ToRgb(image);
  const OnPaper opaque(image);
  Level1Image(image_info, blob, opaque.get()).Write();
}

}  // namespace lodestone::coders
