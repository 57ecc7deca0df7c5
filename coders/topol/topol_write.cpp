#include "coders/common/bilevel.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/palette_rows.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/common/samples.hpp"
#include "coders/topol/topol.hpp"

namespace lodestone::coders {
namespace {

// Palettes would be files beside this one, so colours are written as such.
TopolType TypeFor(const ImageInfo* image_info, Image* image) {
  const Traits traits = Analyze(image, image_info->type == OptimizeType, &image->exception);
  if (traits.monochrome) return TopolType::kBits;
  return traits.grayscale ? TopolType::kGray8 : TopolType::kRgb;
}

void PutHeader(TopolType type, Image* image) {
  ByteSink sink;
  sink.Fill(kTopolNameBytes, ' ');
  sink.U16Le(static_cast<unsigned>(image->rows));
  sink.U16Le(static_cast<unsigned>(image->columns));
  sink.U16Le(static_cast<unsigned>(type));
  sink.Fill(kTopolHeaderBytes - sink.size());
  sink.Flush(image);
}

unsigned int WriteTopol(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    constexpr unsigned long kMost = 65535;
    if (image->columns > kMost || image->rows > kMost)
      Fail(CoderError, "Image column or row size is not supported");
    ToRgb(image);
    const TopolType type = TypeFor(image_info, image);
    PutHeader(type, image);
    const std::size_t row_bytes = PackedBytes(image->columns, BitsOf(type));
    if (type == TopolType::kBits) return WriteWhiteBits(image, row_bytes);
    const SampleFormat format{type == TopolType::kRgb ? Channels::kRgb : Channels::kGray, 1};
    const ConstPixels source = AllPixels(image, &image->exception);
    WriteRows(image, image, row_bytes, [&](std::size_t y, std::uint8_t* row) {
      ExportRow(format, source.Row(y), nullptr, source.columns, false, row);
    });
  });
}

// There is no mark: a blank name, a size, and small numbers.
unsigned int IsTopol(const unsigned char* magick, const std::size_t length) {
  constexpr std::size_t kLeast = 34;
  if (length < kLeast) return MagickFalse;
  ByteCursor cursor({magick, length});
  for (const std::uint8_t byte : cursor.Take(kTopolNameBytes))
    if (byte != ' ') return MagickFalse;
  const unsigned rows = cursor.U16Le(), columns = cursor.U16Le(), type = cursor.U16Le();
  cursor.Skip(4);
  const unsigned version = cursor.U16Le(), compression = cursor.U16Le();
  return rows != 0 && columns != 0 && type <= static_cast<unsigned>(TopolType::kGray32) &&
         version <= 2 && compression <= (version == 0 ? 0 : 1);
}

}  // namespace

void RegisterTopolImage() {
  FormatEntry entry{"TOPOL", "TopoL X Image", "TOPOL", ReadTopol, WriteTopol, IsTopol};
  entry.adjoin = false;
  entry.traits = {"1, 4, 8, 16, 32, 3x8", "", "", "", "65535x65535"};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
