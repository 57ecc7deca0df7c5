#include "coders/common/density.hpp"
#include "coders/common/palette_rows.hpp"
#include "coders/common/samples.hpp"
#include "coders/pict/pict_write.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kMostRowBytes = 0x7ffe, kShortRowBytes = 250, kPlainRowBytes = 7;
constexpr unsigned kPixels = 0x8000;
constexpr unsigned kResolution = 72;

void PutColors(const Image* image, ByteSink& sink) {
  sink.U32Be(0);
  sink.U16Be(0);
  sink.U16Be(static_cast<unsigned>(image->colors - 1));
  for (unsigned i = 0; i < image->colors; ++i) {
    const PixelPacket& color = image->colormap[i];
    sink.U16Be(i);
    sink.U16Be(ShortFromQuantum(color.red));
    sink.U16Be(ShortFromQuantum(color.green));
    sink.U16Be(ShortFromQuantum(color.blue));
  }
}

// Direct pixels are planes in each row.
void PutDescription(const PictForm& form, const Image* image, ByteSink& sink) {
  constexpr unsigned kDirectType = 16, kPlanes = 4, kPlain = 1, kDitherCopy = 0x40;
  const bool plain = form.row_bytes <= kPlainRowBytes;
  sink.U16Be(form.indexed ? kPictPackedBits : kPictDirectBits);
  if (!form.indexed) sink.U32Be(0xff);
  sink.U16Be(kPixels | static_cast<unsigned>(form.row_bytes));
  PutPictFrame(image, sink);
  sink.U16Be(0);
  sink.U16Be(form.indexed ? 0 : plain ? kPlain : kPlanes);
  sink.U32Be(0);
  PutPictResolution(image, sink);
  sink.U16Be(form.indexed ? 0 : kDirectType);
  sink.U16Be(form.indexed ? 8 : 32);
  sink.U16Be(form.indexed ? 1 : form.alpha ? 4 : 3);
  sink.U16Be(8);
  sink.Fill(12);
  if (form.indexed) PutColors(image, sink);
  PutPictFrame(image, sink);
  PutPictFrame(image, sink);
  sink.U16Be(form.indexed ? 0 : kDitherCopy);
}

void FillIndexes(const ConstPixels& source, std::size_t y, std::vector<std::uint8_t>& row) {
  NarrowIndexes(source.IndexRow(y), source.columns, row.data());
}

// Samples of a pixel are `step` apart: as planes, or together.
void FillSamples(const PixelPacket* pixels, std::size_t columns, bool alpha, bool planes,
                 std::uint8_t* row) {
  const std::size_t channels = alpha || !planes ? 4 : 3;
  const std::size_t step = planes ? columns : 1, pixel_step = planes ? 1 : channels;
  for (std::size_t x = 0; x < columns; ++x, row += pixel_step) {
    std::uint8_t* sample = row;
    if (channels == 4) {
      *sample = alpha ? static_cast<std::uint8_t>(255 - ByteFromQuantum(pixels[x].opacity)) : 0;
      sample += step;
    }
    sample[0] = ByteFromQuantum(pixels[x].red);
    sample[step] = ByteFromQuantum(pixels[x].green);
    sample[2 * step] = ByteFromQuantum(pixels[x].blue);
  }
}

// Run lengths of a row, with their length before them.
void PutPacked(ByteSpan row, std::size_t row_bytes, ByteSink& sink) {
  ByteSink packed;
  constexpr std::size_t kMost = 128;
  const auto is_run = [&](std::size_t x) {
    return x + 2 < row.size() && row[x] == row[x + 1] && row[x] == row[x + 2];
  };
  for (std::size_t x = 0, count = 0; x < row.size(); x += count) {
    const std::size_t most = std::min(kMost, row.size() - x);
    const bool run = is_run(x);
    count = 1;
    while (count < most && (run ? row[x + count] == row[x] : !is_run(x + count))) ++count;
    packed.U8(static_cast<unsigned>(run ? 257 - count : count - 1));
    packed.Bytes(row.subspan(x, run ? 1 : count));
  }
  if (row_bytes > kShortRowBytes)
    sink.U16Be(static_cast<unsigned>(packed.size()));
  else
    sink.U8(static_cast<unsigned>(packed.size()));
  sink.Bytes(packed.bytes());
}

void PutPixels(const PictForm& form, Image* image, ByteSink& sink) {
  const bool plain = form.row_bytes <= kPlainRowBytes;
  const ConstPixels source = AllPixels(image, &image->exception);
  std::vector<std::uint8_t> row(plain ? form.row_bytes : form.samples);
  CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
  for (std::size_t y = 0; y < image->rows; ++y) {
    if (form.indexed)
      FillIndexes(source, y, row);
    else
      FillSamples(source.Row(y), source.columns, form.alpha, !plain, row.data());
    if (plain)
      sink.Bytes(row);
    else
      PutPacked(row, form.row_bytes, sink);
    progress.Tick(y);
  }
  sink.Fill(sink.size() % 2);
}

}  // namespace

PictForm PictFormOf(const Image* image) {
  constexpr unsigned long kMostColors = 256, kMostSide = 32767;
  PictForm form;
  form.indexed = image->storage_class == PseudoClass && image->colors <= kMostColors &&
                 image->matte == MagickFalse;
  form.alpha = !form.indexed && image->matte != MagickFalse;
  form.row_bytes = form.indexed ? (image->columns + 1) / 2 * 2 : image->columns * 4;
  form.samples = form.indexed ? form.row_bytes : image->columns * (form.alpha ? 4 : 3);
  if (form.row_bytes > kMostRowBytes || image->rows > kMostSide)
    Fail(CoderError, "Image column or row size is not supported");
  return form;
}

void PutPictFrame(const Image* image, ByteSink& sink) {
  sink.U32Be(0);
  sink.U16Be(static_cast<unsigned>(image->rows));
  sink.U16Be(static_cast<unsigned>(image->columns));
}

void PutPictResolution(const Image* image, ByteSink& sink) {
  constexpr double kMost = 32767;
  for (const double resolution : {image->x_resolution, image->y_resolution}) {
    const double density = PixelsPerInch(image, resolution);
    const bool known = density >= 1 && density <= kMost;
    sink.U16Be(known ? static_cast<unsigned>(density + 0.5) : kResolution);
    sink.U16Be(0);
  }
}

void PutPictMap(const PictForm& form, Image* image, ByteSink& sink) {
  PutDescription(form, image, sink);
  PutPixels(form, image, sink);
}

}  // namespace lodestone::coders
