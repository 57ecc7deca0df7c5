// MTV ray tracer: a line with two numbers, and bytes of red, green and blue.
#include <cstdio>
#include <string>

#include "coders/common/blob_reader.hpp"
#include "coders/common/byte_cursor.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/common/samples.hpp"

namespace lodestone::coders {
namespace {

constexpr SampleFormat kFormat{Channels::kRgb, 1};

// False if there is none.
bool TakeHeader(BlobReader& reader, Image* image) {
  constexpr std::size_t kMostBytes = 64;
  std::string line;
  for (int c = reader.Get(); c != '\n' && c != BlobReader::kEnd && line.size() < kMostBytes;
       c = reader.Get())
    line += static_cast<char>(c);
  if (std::sscanf(line.c_str(), "%19lu %19lu", &image->columns, &image->rows) != 2) return false;
  if (image->columns == 0 || image->rows == 0) Fail(CorruptImageError, "Improper image header");
  image->depth = 8;
  CheckLimits(image);
  return true;
}

void TakePixels(BlobReader& reader, Image* image, ExceptionInfo* exception) {
  const std::size_t row_bytes = kFormat.PixelBytes() * image->columns;
  const std::int64_t remaining = reader.Remaining();
  if (remaining >= 0 && static_cast<std::size_t>(remaining) / row_bytes < image->rows)
    FailTruncated();
  const Pixels target = NewPixels(image, exception);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  std::vector<std::uint8_t> row(row_bytes);
  for (std::size_t y = 0; y < image->rows; ++y) {
    if (reader.Read(row.data(), row_bytes) != row_bytes) FailTruncated();
    ImportRow(kFormat, row.data(), image->columns, target.Row(y), nullptr, nullptr);
    progress.Tick(y);
  }
  SyncPixels(image, exception);
}

Image* ReadMtv(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    BlobReader reader(image);
    if (!TakeHeader(reader, image)) Fail(CorruptImageError, "Improper image header");
    for (;;) {
      if (image_info->ping != MagickFalse)
        reader.Skip(kFormat.PixelBytes() * image->columns * image->rows);
      else
        TakePixels(reader, image, exception);
      if (IsLastWanted(image_info, image) || reader.Peek() == BlobReader::kEnd) return;
      image = NextImage(image_info, image);
      if (!TakeHeader(reader, image)) Fail(CorruptImageError, "Improper image header");
    }
  });
}

unsigned int WriteMtv(const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first, [&] {
    for (Image* image = first; image != nullptr; image = image->next) {
      ToRgb(image);
      WriteText(first, std::to_string(image->columns) + " " + std::to_string(image->rows) + "\n");
      const ConstPixels source = AllPixels(image, &first->exception);
      WriteRows(first, image, kFormat.PixelBytes() * image->columns,
                [&](std::size_t y, std::uint8_t* row) {
                  ExportRow(kFormat, source.Row(y), nullptr, source.columns, false, row);
                });
      if (image_info->adjoin == MagickFalse) break;
    }
  });
}

}  // namespace

void RegisterMtvImage() {
  FormatEntry entry{"MTV", "MTV Raytracing image format", "MTV", ReadMtv, WriteMtv};
  entry.traits = {"8", "", "images", "", ""};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
