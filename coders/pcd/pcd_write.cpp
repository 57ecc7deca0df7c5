#include <array>
#include <string>

#include "coders/common/samples.hpp"
#include "coders/pcd/pcd.hpp"
#include "magick/colorspace.h"
#include "magick/decorate.h"
#include "magick/resize.h"
#include "magick/shear.h"
#include "magick/transform.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr unsigned long kColumns = 768, kRows = 512;  // the largest resolution

ImageOwner Made(Image* made, const Image* image) {
  if (made == nullptr) FailAfter(&image->exception, ResourceLimitError, "Unable to resize image");
  return ImageOwner(made);
}

// Within the largest resolution; smaller images have a border.
ImageOwner Fitted(Image* image) {
  RectangleInfo size = {image->columns, image->rows, 0, 0};
  GetMagickGeometry("768x512>", &size.x, &size.y, &size.width, &size.height);
  const auto even = [](unsigned long length) { return std::max(length - length % 2, 2ul); };
  const ImageOwner resized = Made(ResizeImage(image, even(size.width), even(size.height),
                                              TriangleFilter, 1.0, &image->exception),
                                  image);
  const RectangleInfo border = {(kColumns - resized.get()->columns) / 2,
                                (kRows - resized.get()->rows) / 2, 0, 0};
  return Made(BorderImage(resized.get(), &border, &image->exception), image);
}

std::uint8_t ByteOf(Quantum sample) {
  return static_cast<std::uint8_t>(ScaleQuantumToChar(sample));
}

// Two rows of luma, then one of each chroma; after them an empty sector.
void WriteResolution(Image* image, const Image* fitted, unsigned reduction) {
  const ImageOwner tile = Made(ResizeImage(fitted, kColumns / reduction, kRows / reduction,
                                           TriangleFilter, 1.0, &image->exception),
                               image);
  if (TransformColorspace(tile.get(), YCCColorspace) == MagickFail)
    FailAfter(&tile.get()->exception, CoderError, "Unable to convert colors");
  const unsigned long columns = tile.get()->columns, rows = tile.get()->rows;
  const ImageOwner half =
      Made(ResizeImage(tile.get(), columns / 2, rows / 2, TriangleFilter, 1.0, &image->exception),
           image);
  const ConstPixels luma = AllPixels(tile.get(), &image->exception),
                    chroma = AllPixels(half.get(), &image->exception);
  CodingProgress progress(CodingProgress::Task::kSaving, tile.get(), &image->exception);
  ByteSink sink;
  for (std::size_t y = 0; y < rows; y += 2) {
    for (std::size_t x = 0; x < 2 * columns; ++x) sink.U8(ByteOf(luma.Row(y)[x].red));
    for (std::size_t x = 0; x < columns / 2; ++x) sink.U8(ByteOf(chroma.Row(y / 2)[x].green));
    for (std::size_t x = 0; x < columns / 2; ++x) sink.U8(ByteOf(chroma.Row(y / 2)[x].blue));
    progress.Tick(y + 1);
  }
  sink.Fill(kPcdSector);
  sink.Flush(image);
}

// The numbers are those that GraphicsMagick writes.
void WriteHeader(Image* image, bool turned) {
  constexpr std::size_t kHeaderSectors = 4;
  ByteSink sink;
  sink.Fill(32, 0xff);
  sink.Fill(4, 0x0e);
  sink.Fill(8);
  sink.Fill(4, 0x01);
  sink.Fill(4, 0x05);
  sink.Fill(8);
  sink.Fill(4, 0x0a);
  sink.Fill(36);
  sink.Fill(4, 0x01);
  sink.Fill(kPcdSector - sink.size());
  sink.Text("PCD_IPI\6");
  sink.Fill(kPcdTurnAt - sink.size());
  sink.U8(turned ? 1 : 0);
  sink.Fill(kHeaderSectors * kPcdSector - sink.size());
  sink.Flush(image);
}

}  // namespace

unsigned int WritePcd(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    ToRgb(image);
    const bool turned = image->columns < image->rows;
    const ImageOwner upright = Made(turned ? RotateImage(image, 90.0, &image->exception)
                                           : CloneImage(image, 0, 0, MagickTrue, &image->exception),
                                    image);
    upright.get()->matte = MagickFalse;
    const ImageOwner fitted = Fitted(upright.get());
    WriteHeader(image, turned);
    for (const unsigned reduction : {4u, 2u, 1u}) WriteResolution(image, fitted.get(), reduction);
  });
}

}  // namespace lodestone::coders
