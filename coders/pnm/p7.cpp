// Thumbnails of XV: a byte a pixel, three bits of red, three of green and two of blue.
#include <array>
#include <cstring>

#include "coders/common/metadata.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/palette_rows.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/pnm/pnm.hpp"

namespace lodestone::coders {
namespace {

constexpr std::string_view kMark = "P7 332";
constexpr std::string_view kCommentsEnd = "END_OF_COMMENTS";
constexpr unsigned long kColors = 256;

// XV's ordered dither: its rows alternate, and its columns go on from row to row.
constexpr std::size_t kDitherColumns = 16;
using Dither = std::array<std::array<int, kDitherColumns>, 2>;
constexpr Dither kRedDither{{{-16, 4, -1, 11, -14, 6, -3, 9, -15, 5, -2, 10, -13, 7, -4, 8},
                             {15, -5, 0, -12, 13, -7, 2, -10, 14, -6, 1, -11, 12, -8, 3, -9}}};
constexpr Dither kGreenDither{{{11, -15, 7, -3, 8, -14, 4, -2, 10, -16, 6, -4, 9, -13, 5, -1},
                               {-12, 14, -8, 2, -9, 13, -5, 1, -11, 15, -7, 3, -10, 12, -6, 0}}};
constexpr Dither kBlueDither{{{-3, 9, -13, 7, -1, 11, -15, 5, -4, 8, -14, 6, -2, 10, -16, 4},
                              {2, -10, 12, -8, 0, -12, 14, -6, 3, -9, 13, -7, 1, -11, 15, -5}}};

bool TakeMark(BlobReader& reader) {
  std::uint8_t bytes[kMark.size()];
  return reader.Read(bytes, kMark.size()) == kMark.size() &&
         std::ranges::equal(bytes, AsBytes(kMark));
}

// Without the line that says that there are no more.
std::string WithoutEnd(std::string comment) {
  if (!comment.ends_with(kCommentsEnd)) return comment;
  comment.resize(comment.size() - kCommentsEnd.size());
  if (comment.ends_with('\n')) comment.pop_back();
  return comment;
}

void TakeHeader(BlobReader& reader, Image* image) {
  const auto improper = [] { Fail(CorruptImageError, "Improper image header"); };
  if (!TakeMark(reader)) improper();
  std::string comment;
  image->columns = ReadPnmNumber(reader, &comment);
  image->rows = ReadPnmNumber(reader, &comment);
  if (ReadPnmNumber(reader, &comment) != kColors - 1) improper();
  reader.Get();  // exactly one white space
  image->depth = 8;
  CheckLimits(image);
  comment = WithoutEnd(comment);
  if (!comment.empty()) StoreText(image, "comment", comment.c_str());
}

void FillColormap(Image* image) {
  MakeColormap(image, kColors);
  for (unsigned i = 0; i < kColors; ++i) {
    PixelPacket& color = image->colormap[i];
    color.red = QuantumFromRange(i >> 5, 7);
    color.green = QuantumFromRange(i >> 2 & 7, 7);
    color.blue = QuantumFromRange(i & 3, 3);
    color.opacity = OpaqueOpacity;
  }
}

void TakePixels(BlobReader& reader, Image* image, ExceptionInfo* exception) {
  const std::int64_t remaining = reader.Remaining();
  if (remaining >= 0 && static_cast<std::size_t>(remaining) / image->columns < image->rows)
    FailTruncated();
  PaletteRows rows(image, NewPixels(image, exception));
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  std::vector<std::uint8_t> row(image->columns);
  for (std::size_t y = 0; y < image->rows; ++y) {
    if (reader.Read(row.data(), row.size()) != row.size()) FailTruncated();
    rows.Put(y, row.data());
    progress.Tick(y);
  }
  SyncPixels(image, exception);
}

Image* ReadP7(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    BlobReader reader(image);
    for (;;) {
      TakeHeader(reader, image);
      FillColormap(image);
      if (image_info->ping != MagickFalse)
        reader.Skip(std::size_t{image->columns} * image->rows);
      else
        TakePixels(reader, image, exception);
      if (IsLastWanted(image_info, image) || reader.Peek() != kMark[0]) return;
      image = NextImage(image_info, image);
    }
  });
}

// Each level of a channel with the dither of one place added, as XV does: dark ones are spread.
unsigned Dithered(unsigned level, bool blue, int dither) {
  const int value = static_cast<int>(level), dark = blue ? 112 : 48, shift = blue ? 32 : 16;
  const int base = value < dark ? value / 2 + dark / 2 - shift : value - shift;
  return static_cast<unsigned>(std::clamp(base + (blue ? 2 : 1) * dither, 0, 255));
}

std::uint8_t Packed(unsigned red, unsigned green, unsigned blue) {
  return static_cast<std::uint8_t>((red & 0xe0) | (green & 0xe0) >> 3 | blue >> 6);
}

void FillRow(const PixelPacket* pixels, std::size_t y, std::size_t columns, bool dither,
             std::uint8_t* row) {
  for (std::size_t x = 0; x < columns; ++x) {
    const unsigned red = ByteFromQuantum(pixels[x].red), green = ByteFromQuantum(pixels[x].green),
                   blue = ByteFromQuantum(pixels[x].blue);
    const std::size_t column = (y * columns + x) % kDitherColumns;
    row[x] = dither ? Packed(Dithered(red, false, kRedDither[y % 2][column]),
                             Dithered(green, false, kGreenDither[y % 2][column]),
                             Dithered(blue, true, kBlueDither[y % 2][column]))
                    : Packed(red, green, blue);
  }
}

std::string HeaderOf(const Image* image) {
  return std::string(kMark) + "\n" + PnmComment(image) + "#" + std::string(kCommentsEnd) + "\n" +
         std::to_string(image->columns) + " " + std::to_string(image->rows) + " " +
         std::to_string(kColors - 1) + "\n";
}

unsigned int WriteP7(const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first, [&] {
    for (Image* image = first; image != nullptr; image = image->next) {
      ToRgb(image);
      WriteText(first, HeaderOf(image));
      const ConstPixels source = AllPixels(image, &first->exception);
      WriteRows(first, image, image->columns, [&](std::size_t y, std::uint8_t* row) {
        FillRow(source.Row(y), y, source.columns, image_info->dither != MagickFalse, row);
      });
      if (image_info->adjoin == MagickFalse) break;
    }
  });
}

unsigned int IsP7(const unsigned char* magick, const std::size_t length) {
  return length >= kMark.size() && std::memcmp(magick, kMark.data(), kMark.size()) == 0;
}

}  // namespace

void RegisterP7Image() {
  FormatEntry entry{"P7", "Xv thumbnail format", "P7", ReadP7, WriteP7, IsP7};
  entry.traits = {"3, 3, 2", "", "images", "comment", ""};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
