#include <cstring>
#include <string>

#include "coders/common/modules.hpp"
#include "coders/common/palette_rows.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/common/samples.hpp"
#include "coders/xwd/xwd.hpp"
#include "magick/attribute.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::size_t kMostNameBytes = 2000;

// The name of the window, with the zero at its end.
std::string NameOf(const Image* image) {
  char base[MaxTextExtent];
  GetPathComponent(image->filename, BasePath, base);
  const ImageAttribute* const comment = GetImageAttribute(image, "comment");
  const bool has = comment != nullptr && comment->value != nullptr;
  std::string name = has ? comment->value : base;
  name.resize(std::min(name.size(), kMostNameBytes));
  return name + '\0';
}

void PutHeader(const Image* image, bool indexed, std::size_t row_bytes, std::size_t name_bytes,
               ByteSink& sink) {
  const std::uint32_t pad = indexed ? 8 : 32, bits = indexed ? 8 : 24;
  const auto columns = static_cast<std::uint32_t>(image->columns);
  const auto rows = static_cast<std::uint32_t>(image->rows);
  const auto visual = indexed ? XwdVisual::kPseudoColor : XwdVisual::kTrueColor;
  const auto colors = indexed ? static_cast<std::uint32_t>(image->colors) : 0;
  constexpr std::uint32_t kHighFirst = 1, kColormapEntries = 256;
  for (const std::uint32_t field : {static_cast<std::uint32_t>(kXwdHeaderBytes + name_bytes),
                                    kXwdVersion,
                                    static_cast<std::uint32_t>(XwdFormat::kPixels),
                                    bits,
                                    columns,
                                    rows,
                                    0u,
                                    kHighFirst,
                                    pad,
                                    kHighFirst,
                                    pad,
                                    bits,
                                    static_cast<std::uint32_t>(row_bytes),
                                    static_cast<std::uint32_t>(visual),
                                    indexed ? 0 : 0xff0000u,
                                    indexed ? 0 : 0xff00u,
                                    indexed ? 0 : 0xffu,
                                    8u,
                                    indexed ? colors : kColormapEntries,
                                    colors,
                                    columns,
                                    rows,
                                    0u,
                                    0u,
                                    0u})
    sink.U32Be(field);
}

void PutColors(const Image* image, ByteSink& sink) {
  constexpr unsigned kAllChannels = 7;
  for (std::uint32_t i = 0; i < image->colors; ++i) {
    const PixelPacket& color = image->colormap[i];
    sink.U32Be(i);
    sink.U16Be(ShortFromQuantum(color.red));
    sink.U16Be(ShortFromQuantum(color.green));
    sink.U16Be(ShortFromQuantum(color.blue));
    sink.U8(kAllChannels);
    sink.U8(0);
  }
}

unsigned int IsXwd(const unsigned char* magick, const std::size_t length) {
  constexpr std::size_t kLeast = 8;
  if (length < kLeast || magick[1] != 0 || magick[2] != 0) return MagickFalse;
  return std::memcmp(magick + 4, "\007\000\000", 3) == 0 ||
         std::memcmp(magick + 5, "\000\000\007", 3) == 0;
}

unsigned int WriteXwd(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    ToRgb(image);
    constexpr unsigned long kMostColors = 256;
    const bool indexed = image->storage_class == PseudoClass && image->colors <= kMostColors;
    const std::size_t row_bytes = indexed ? image->columns : (image->columns * 3 + 3) / 4 * 4;
    if (row_bytes > INT32_MAX || image->rows > INT32_MAX)
      Fail(CoderError, "Image column or row size is not supported");
    const std::string name = NameOf(image);
    ByteSink sink;
    PutHeader(image, indexed, row_bytes, name.size(), sink);
    sink.Text(name);
    if (indexed) PutColors(image, sink);
    sink.Flush(image);
    const ConstPixels source = AllPixels(image, &image->exception);
    WriteRows(image, image, row_bytes, [&](std::size_t y, std::uint8_t* row) {
      if (indexed) return NarrowIndexes(source.IndexRow(y), source.columns, row);
      std::fill(row + source.columns * 3, row + row_bytes, std::uint8_t{0});
      ExportRow({Channels::kRgb, 1}, source.Row(y), nullptr, source.columns, false, row);
    });
  });
}

}  // namespace

void RegisterXwdImage() {
  FormatEntry entry{"XWD", "X Windows system window dump (color)", "XWD", ReadXwd, WriteXwd, IsXwd};
  entry.adjoin = false;
  entry.traits = {"1 to 32 a pixel", "", "", "comment (name of the window)", ""};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
