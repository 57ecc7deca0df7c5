#include <cstring>

#include "coders/common/compression_loss.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/palette_rows.hpp"
#include "coders/common/samples.hpp"
#include "coders/tga/tga.hpp"
#include "magick/attribute.h"

namespace lodestone::coders {
namespace {

constexpr std::size_t kIdBytesMax = 255;
constexpr std::size_t kRunMax = 128;
constexpr unsigned kAlphaBits = 8;

// What will be written for one image.
struct Plan {
  TgaKind kind = TgaKind::kColors;
  bool matte = false;
  bool run_lengths = false;
  std::size_t PixelBytes() const { return kind != TgaKind::kColors ? 1 : matte ? 4 : 3; }
};

bool WantsGray(const ImageInfo* image_info, Image* image) {
  const ImageType type = image_info->type;
  if (type == GrayscaleType) return true;
  // Few programs read grey with alpha.
  if (image->matte != MagickFalse) return false;
  if (type == GrayscaleMatteType) return true;
  if (type == TrueColorType || type == TrueColorMatteType || type == PaletteType) return false;
  return Analyze(image, type == OptimizeType, &image->exception).grayscale;
}

Plan Choose(const ImageInfo* image_info, Image* image) {
  Plan plan;
  plan.run_lengths = image_info->compression == RLECompression;
  WarnOfAbsentCompression("TGA", image, image_info->compression,
                          plan.run_lengths ? RLECompression : NoCompression, &image->exception);
  plan.matte = image->matte != MagickFalse;
  if (WantsGray(image_info, image)) {
    plan.kind = TgaKind::kGray;
  } else if (image->storage_class == PseudoClass && image->colors <= 256 && !plan.matte) {
    plan.kind = TgaKind::kIndexes;
  }
  return plan;
}

void PutHeader(const Plan& plan, const Image* image, std::size_t id_bytes, ByteSink& sink) {
  const bool map = plan.kind == TgaKind::kIndexes;
  const bool alpha = plan.kind == TgaKind::kColors && plan.matte;
  sink.U8(static_cast<unsigned>(id_bytes));
  sink.U8(map ? 1 : 0);
  sink.U8(static_cast<unsigned>(plan.kind) + (plan.run_lengths ? kTgaRunLengths : 0));
  sink.U16Le(0);
  sink.U16Le(map ? image->colors : 0);
  sink.U8(map ? 24 : 0);
  sink.U32Le(0);
  sink.U16Le(static_cast<unsigned>(image->columns));
  sink.U16Le(static_cast<unsigned>(image->rows));
  sink.U8(static_cast<unsigned>(8 * plan.PixelBytes()));
  sink.U8((alpha ? kAlphaBits : 0) | kTgaFromTop);
}

void PutBytes(const PixelPacket& pixel, std::size_t bytes, std::uint8_t* out) {
  out[0] = ByteFromQuantum(pixel.blue);
  out[1] = ByteFromQuantum(pixel.green);
  out[2] = ByteFromQuantum(pixel.red);
  if (bytes == 4) out[3] = ByteFromQuantum(static_cast<Quantum>(MaxRGB - pixel.opacity));
}

void PutColormap(const Plan& plan, const Image* image, ByteSink& sink) {
  if (plan.kind != TgaKind::kIndexes) return;
  for (std::size_t i = 0; i < image->colors; ++i) {
    std::uint8_t bytes[3];
    PutBytes(image->colormap[i], 3, bytes);
    sink.Bytes(bytes);
  }
}

void FillRow(const Plan& plan, const ConstPixels& source, std::size_t y, std::uint8_t* row) {
  if (plan.kind == TgaKind::kIndexes) {
    return NarrowIndexes(source.IndexRow(y), source.columns, row);
  }
  if (plan.kind == TgaKind::kGray) {
    return ExportRow({Channels::kGray, 1}, source.Row(y), nullptr, source.columns, false, row);
  }
  const std::size_t bytes = plan.PixelBytes();
  for (std::size_t x = 0; x < source.columns; ++x)
    PutBytes(source.Row(y)[x], bytes, row + x * bytes);
}

// Runs of equal pixels, and pixels one by one.
void PutRuns(const std::uint8_t* row, std::size_t columns, std::size_t bytes, ByteSink& sink) {
  const auto equal = [&](std::size_t a, std::size_t b) {
    return std::memcmp(row + a * bytes, row + b * bytes, bytes) == 0;
  };
  for (std::size_t x = 0; x < columns;) {
    std::size_t run = 1;
    while (run < kRunMax && x + run < columns && equal(x, x + run)) ++run;
    if (run > 1) {
      sink.U8(static_cast<unsigned>(run - 1) | 0x80);
      sink.Bytes({row + x * bytes, bytes});
    } else {
      while (run < kRunMax && x + run < columns &&
             (x + run + 1 == columns || !equal(x + run, x + run + 1))) {
        ++run;
      }
      sink.U8(static_cast<unsigned>(run - 1));
      sink.Bytes({row + x * bytes, run * bytes});
    }
    x += run;
  }
}

void WriteOne(const ImageInfo* image_info, Image* first, Image* image) {
  if (image->columns > 65535 || image->rows > 65535) {
    Fail(CoderError, "Image column or row size is not supported");
  }
  ToRgb(image);
  const Plan plan = Choose(image_info, image);
  const ImageAttribute* comment = GetImageAttribute(image, "comment");
  std::string id = comment != nullptr && comment->value != nullptr ? comment->value : "";
  id.resize(std::min(id.size(), kIdBytesMax));
  ByteSink sink;
  PutHeader(plan, image, id.size(), sink);
  sink.Text(id);
  PutColormap(plan, image, sink);
  const ConstPixels source = AllPixels(image, &image->exception);
  std::vector<std::uint8_t> row(plan.PixelBytes() * image->columns);
  CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
  for (std::size_t y = 0; y < image->rows; ++y) {
    FillRow(plan, source, y, row.data());
    if (plan.run_lengths) {
      PutRuns(row.data(), image->columns, plan.PixelBytes(), sink);
    } else {
      sink.Bytes(row);
    }
    sink.Flush(first);
    progress.Tick(y);
  }
}

}  // namespace

unsigned int WriteTga(const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first, [&] {
    for (Image* image = first; image != nullptr; image = image->next) {
      WriteOne(image_info, first, image);
      if (image_info->adjoin == MagickFalse) break;
    }
  });
}

void RegisterTgaImage() {
  for (const char* name : {"ICB", "TGA", "VDA", "VST"}) {
    FormatEntry entry{name, "Truevision Targa image", "TGA", ReadTga, WriteTga};
    entry.traits = {"1, 8, 15, 16, 24, 32 a pixel", "yes", "images", "comment", "65535x65535"};
    RegisterFormat(entry);
  }
}

}  // namespace lodestone::coders
