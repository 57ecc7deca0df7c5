#include <cstring>

#include "coders/common/bilevel.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/palette_rows.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/common/samples.hpp"
#include "coders/sun/sun.hpp"

namespace lodestone::coders {
namespace {

// Bits of a pixel: 1 black and white, 8 indexes, 24 and 32 colours.
unsigned ChooseDepth(const ImageInfo* image_info, Image* image) {
  if (image->matte != MagickFalse) return 32;
  if (Analyze(image, image_info->type == OptimizeType, &image->exception).monochrome) return 1;
  return image->storage_class == PseudoClass && image->colors <= 256 ? 8 : 24;
}

void PutHeader(unsigned depth, const Image* image, std::size_t raster_bytes, ByteSink& sink) {
  const bool map = depth == 8;
  const bool direct = image->storage_class == DirectClass || depth > 8;
  sink.U32Be(kSunIdentifier);
  sink.U32Be(static_cast<std::uint32_t>(image->columns));
  sink.U32Be(static_cast<std::uint32_t>(image->rows));
  sink.U32Be(depth);
  sink.U32Be(static_cast<std::uint32_t>(raster_bytes));
  sink.U32Be(static_cast<std::uint32_t>(direct ? SunType::kRgb : SunType::kStandard));
  sink.U32Be(map ? kSunRgbMap : kSunNoMap);
  sink.U32Be(map ? 3 * image->colors : 0);
}

void PutColormap(const Image* image, ByteSink& sink) {
  for (std::size_t i = 0; i < image->colors; ++i) sink.U8(ByteFromQuantum(image->colormap[i].red));
  for (std::size_t i = 0; i < image->colors; ++i)
    sink.U8(ByteFromQuantum(image->colormap[i].green));
  for (std::size_t i = 0; i < image->colors; ++i) sink.U8(ByteFromQuantum(image->colormap[i].blue));
}

// Set bits are black.
void WriteBits(std::size_t line_bytes, Image* first, Image* image) {
  const BilevelCopy copy(image);
  const WhiteIndexes white(copy.get());
  const ConstPixels source = AllPixels(copy.get(), &image->exception);
  WriteRows(first, image, line_bytes, [&](std::size_t y, std::uint8_t* row) {
    row[line_bytes - 1] = 0;
    white.Pack(source.IndexRow(y), source.columns, row);
    for (std::size_t i = 0; i < PackedBytes(source.columns, 1); ++i)
      row[i] = static_cast<std::uint8_t>(~row[i]);
    if (source.columns % 8 != 0)
      row[source.columns / 8] &= static_cast<std::uint8_t>(0xff00u >> source.columns % 8);
  });
}

// Alpha comes before the colours.
void FillColors(const PixelPacket* pixels, std::size_t count, bool matte, std::uint8_t* row) {
  ExportRow({matte ? Channels::kRgba : Channels::kRgb, 1}, pixels, nullptr, count, matte, row);
  if (!matte) return;
  for (std::size_t x = 0; x < count; ++x, row += 4) std::rotate(row, row + 3, row + 4);
}

void WriteOne(const ImageInfo* image_info, Image* first, Image* image) {
  ToRgb(image);
  const unsigned depth = ChooseDepth(image_info, image);
  const std::size_t line_bytes = SunLineBytes(image->columns, depth);
  if (image->columns > INT32_MAX || line_bytes > UINT32_MAX / image->rows)
    Fail(CoderError, "Image column or row size is not supported");
  ByteSink sink;
  PutHeader(depth, image, line_bytes * image->rows, sink);
  if (depth == 8) PutColormap(image, sink);
  sink.Flush(first);
  if (depth == 1) return WriteBits(line_bytes, first, image);
  const ConstPixels source = AllPixels(image, &image->exception);
  WriteRows(first, image, line_bytes, [&](std::size_t y, std::uint8_t* row) {
    row[line_bytes - 1] = 0;
    if (depth == 8) return NarrowIndexes(source.IndexRow(y), source.columns, row);
    FillColors(source.Row(y), source.columns, depth == 32, row);
  });
}

unsigned int IsSun(const unsigned char* magick, const std::size_t length) {
  return length >= 4 && std::memcmp(magick, "\131\246\152\225", 4) == 0;
}

}  // namespace

unsigned int WriteSun(const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first, [&] {
    for (Image* image = first; image != nullptr; image = image->next) {
      WriteOne(image_info, first, image);
      if (image_info->adjoin == MagickFalse) break;
    }
  });
}

void RegisterSunImage() {
  const auto add = [](const char* name, const char* description, bool listed) {
    FormatEntry entry{name, description, "SUN", ReadSun, WriteSun, IsSun};
    entry.stealth = !listed;
    entry.traits = {"1, 8, 24, 32 a pixel", "yes", "images", "", ""};
    RegisterFormat(entry);
  };
  add("IM1", "SUN Rasterfile (1 bit)", false);
  add("IM8", "SUN Rasterfile (8 bit)", false);
  add("IM24", "SUN Rasterfile (24 bit)", false);
  add("RAS", "SUN Rasterfile", true);
  add("SUN", "SUN Rasterfile", true);
}

}  // namespace lodestone::coders
