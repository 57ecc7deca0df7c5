#include <cstring>

#include "coders/common/bilevel.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/palette_rows.hpp"
#include "coders/common/plane_rows.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/pcx/pcx.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::size_t kRunBytesMax = 63;
constexpr double kCentimetersPerInch = 2.54;

// What will be written for one image.
struct Plan {
  unsigned bits = 8;
  unsigned planes = 1;
  std::size_t line_bytes = 0;
  bool run_lengths = true;
  bool indexed() const { return planes == 1; }
};

Plan Choose(const ImageInfo* image_info, Image* image) {
  Plan plan;
  const CompressionType asked = image_info->compression;
  plan.run_lengths = (asked == UndefinedCompression ? image->compression : asked) != NoCompression;
  if (image->storage_class == PseudoClass && image->colors <= 256 && image->matte == MagickFalse) {
    const Traits traits = Analyze(image, image_info->type == OptimizeType, &image->exception);
    plan.bits = traits.monochrome ? 1 : 8;
  } else {
    plan.planes = image->matte != MagickFalse ? 4 : 3;
  }
  plan.line_bytes = PackedBytes(image->columns, plan.bits);
  if (plan.line_bytes > 65535) Fail(CoderError, "Unsupported number of columns");
  if (image->columns > 65536 || image->rows > 65536) {
    Fail(CoderError, "Image column or row size is not supported");
  }
  return plan;
}

unsigned PerInch(const Image* image, double resolution) {
  if (image->units == PixelsPerCentimeterResolution)
    resolution = kCentimetersPerInch * resolution + 0.5;
  return static_cast<unsigned>(std::clamp(resolution, 0.0, 65535.0));
}

std::vector<std::uint8_t> ColormapBytes(const Plan& plan, const Image* image) {
  std::vector<std::uint8_t> bytes(kPcxPaletteBytes);
  if (plan.indexed())
    ExportRow({Channels::kRgb, 1}, image->colormap, nullptr, image->colors, false, bytes.data());
  return bytes;
}

void PutHeader(const Plan& plan, const Image* image, ByteSpan colors, ByteSink& sink) {
  sink.U8(kPcxIdentifier);
  sink.U8(5);
  sink.U8(plan.run_lengths ? 1 : 0);
  sink.U8(plan.bits);
  sink.U32Le(0);
  sink.U16Le(static_cast<unsigned>(image->columns - 1));
  sink.U16Le(static_cast<unsigned>(image->rows - 1));
  sink.U16Le(PerInch(image, image->x_resolution));
  sink.U16Le(PerInch(image, image->y_resolution));
  sink.Bytes(colors.first(3 * kPcxHeaderColors));
  sink.U8(0);
  sink.U8(plan.planes);
  sink.U16Le(static_cast<unsigned>(plan.line_bytes));
  sink.U16Le(1);
  sink.Fill(58);
}

// Runs of a line, which do not go on in the next.
void PutRuns(ByteSpan line, ByteSink& sink) {
  std::vector<std::uint8_t>& bytes = sink.bytes();
  const std::size_t before = bytes.size();
  bytes.resize(before + 2 * line.size());
  std::uint8_t* out = bytes.data() + before;
  for (std::size_t x = 0; x < line.size();) {
    const std::uint8_t value = line[x];
    const std::size_t most = std::min(kRunBytesMax, line.size() - x);
    std::size_t run = 1;
    while (run < most && line[x + run] == value) ++run;
    if (run > 1 || value >= kPcxRunMark) *out++ = static_cast<std::uint8_t>(kPcxRunMark | run);
    *out++ = value;
    x += run;
  }
  bytes.resize(static_cast<std::size_t>(out - bytes.data()));
}

// Rows of one kind, by fill(y, bytes).
template <class Fill>
void PutRows(const Plan& plan, Image* image, ByteSink& sink, const Fill& fill) {
  MakeRows(image, plan.line_bytes * plan.planes, fill, [&](const std::uint8_t* row) {
    for (unsigned i = 0; i < plan.planes; ++i) {
      const ByteSpan line(row + i * plan.line_bytes, plan.line_bytes);
      if (plan.run_lengths) {
        PutRuns(line, sink);
      } else {
        sink.Bytes(line);
      }
    }
  });
}

void PutRaster(const Plan& plan, Image* image, ByteSink& sink) {
  const ConstPixels source = AllPixels(image, &image->exception);
  if (plan.bits == 1) {
    const WhiteIndexes white(image);
    return PutRows(plan, image, sink, [&](std::size_t y, std::uint8_t* row) {
      white.Pack(source.IndexRow(y), source.columns, row);
    });
  }
  if (plan.indexed()) {
    return PutRows(plan, image, sink, [&](std::size_t y, std::uint8_t* row) {
      NarrowIndexes(source.IndexRow(y), source.columns, row);
    });
  }
  const bool matte = plan.planes == 4;
  const SampleFormat format{matte ? Channels::kRgba : Channels::kRgb, 1};
  PutRows(plan, image, sink, [&](std::size_t y, std::uint8_t* row) {
    ExportPlanes(format, source.Row(y), nullptr, source.columns, matte,
                 PlanesFrom(row, plan.line_bytes));
  });
}

void PutOne(const ImageInfo* image_info, Image* image, ByteSink& sink) {
  ToRgb(image);
  const Plan plan = Choose(image_info, image);
  const std::vector<std::uint8_t> colors = ColormapBytes(plan, image);
  PutHeader(plan, image, colors, sink);
  PutRaster(plan, image, sink);
  sink.U8(kPcxPaletteMark);
  sink.Bytes(colors);
}

// Images behind a table of where each begins.
void WritePages(const ImageInfo* image_info, Image* first) {
  constexpr std::size_t kTableBytes = 4 + 4 * (kDcxPagesMax + 1);
  ByteSink table, pages;
  table.U32Le(kDcxIdentifier);
  for (Image* image = first; image != nullptr; image = image->next) {
    if (table.size() == kTableBytes - 4) Fail(CoderError, "Too many images for the format");
    table.U32Le(static_cast<std::uint32_t>(kTableBytes + pages.size()));
    PutOne(image_info, image, pages);
    if (pages.size() > UINT32_MAX - kTableBytes) Fail(CoderError, "File is too large");
    if (image_info->adjoin == MagickFalse) break;
  }
  table.Fill(kTableBytes - table.size());
  table.Flush(first);
  pages.Flush(first);
}

unsigned int IsPcx(const unsigned char* magick, const std::size_t length) {
  return length >= 2 && magick[0] == kPcxIdentifier && (magick[1] == 2 || magick[1] == 5);
}

unsigned int IsDcx(const unsigned char* magick, const std::size_t length) {
  return length >= 4 && std::memcmp(magick, "\261\150\336\72", 4) == 0;
}

}  // namespace

unsigned int WritePcx(const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first, [&] {
    if (LocaleCompare(image_info->magick, "DCX") == 0) return WritePages(image_info, first);
    ByteSink sink;
    PutOne(image_info, first, sink);
    sink.Flush(first);
  });
}

void RegisterPcxImage() {
  FormatEntry pcx{"PCX", "ZSoft IBM PC Paintbrush", "PCX", ReadPcx, WritePcx, IsPcx};
  pcx.adjoin = false;
  pcx.traits = {"1, 2, 4, 8, 24, 32 a pixel", "yes", "", "", "65536x65536"};
  RegisterFormat(pcx);
  FormatEntry dcx{"DCX", "ZSoft IBM PC multi-page Paintbrush", "PCX", ReadPcx, WritePcx, IsDcx};
  dcx.traits = pcx.traits;
  dcx.traits.frames = "pages";
  RegisterFormat(dcx);
}

}  // namespace lodestone::coders
