#include "coders/raw/raw.hpp"
#include "magick/colorspace.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

void ToFormatColors(const RawFormat& format, Image* image) {
  if (!format.cmyk) return ToRgb(image);
  if (image->colorspace == CMYKColorspace) return;
  if (TransformColorspace(image, CMYKColorspace) == MagickFail) {
    Fail(CoderError, "Unable to convert the colorspace to CMYK");
  }
}

// Writes rows of one kind of sample to the open file of `blob`.
class Rows {
 public:
  Rows(Image* blob, Image* image) : blob_(blob), image_(image) {
    source_ = AllPixels(image, &image->exception);
  }

  void Write(const RawFormat& raw, const SampleFormat& format, std::size_t y) {
    row_.resize(format.PixelBytes() * image_->columns);
    const bool matte = image_->matte != MagickFalse;
    if (raw.cmyk && format.channels == Channels::kAlpha) {
      FillInkAlpha(format, matte, y);
    } else {
      ExportRow(format, source_.Row(y), source_.IndexRow(y), image_->columns, matte, row_.data());
    }
    WriteBytes(blob_, row_.data(), row_.size());
  }

 private:
  // In CMYK images alpha is in the indexes; opacity holds black.
  void FillInkAlpha(const SampleFormat& format, bool matte, std::size_t y) {
    std::vector<PixelPacket> scratch(image_->columns);
    const IndexPacket* indexes = source_.IndexRow(y);
    for (std::size_t x = 0; x < scratch.size(); ++x) {
      scratch[x].opacity = indexes == nullptr ? OpaqueOpacity : indexes[x];
    }
    ExportRow(format, scratch.data(), nullptr, scratch.size(), matte, row_.data());
  }

  Image* blob_;
  Image* image_;
  ConstPixels source_;
  std::vector<std::uint8_t> row_;
};

void WriteFrame(const RawFormat& format, Image* blob, Image* image) {
  Rows rows(blob, image);
  CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
  const std::vector<RawPlane> planes = PlanesOf(format);
  if (format.interlace == PlaneInterlace) {
    for (const RawPlane& plane : planes) {
      for (std::size_t y = 0; y < image->rows; ++y) {
        rows.Write(format, format.Plane(plane.channel), y);
      }
    }
    return;
  }
  for (std::size_t y = 0; y < image->rows; ++y) {
    if (format.interlace == LineInterlace) {
      for (const RawPlane& plane : planes) rows.Write(format, format.Plane(plane.channel), y);
    } else {
      rows.Write(format, format.Packed(), y);
    }
    progress.Tick(y);
  }
}

// Each plane is written to a file of its own.
unsigned int WritePartition(const ImageInfo* image_info, const RawFormat& format, Image* image) {
  unsigned int status = MagickPass;
  for (const RawPlane& plane : PlanesOf(format)) {
    AppendImageFormat(plane.extension, image->filename);
    status = Encode(image_info, image, [&] {
      ToFormatColors(format, image);
      Rows rows(image, image);
      for (std::size_t y = 0; y < image->rows; ++y) {
        rows.Write(format, format.Plane(plane.channel), y);
      }
    });
    if (status == MagickFail) break;
  }
  MagickStrlCpy(image->filename, image_info->filename, MaxTextExtent);
  return status;
}

}  // namespace

unsigned int WriteRaw(const ImageInfo* image_info, Image* first) {
  const RawFormat first_format = RawFormatToWrite(image_info, first);
  if (first_format.interlace == PartitionInterlace) {
    return WritePartition(image_info, first_format, first);
  }
  return Encode(image_info, first, [&] {
    for (Image* image = first; image != nullptr; image = image->next) {
      const RawFormat format = RawFormatToWrite(image_info, image);
      ToFormatColors(format, image);
      WriteFrame(format, first, image);
      if (image_info->adjoin == MagickFalse) break;
    }
  });
}

}  // namespace lodestone::coders
