#include <cstring>

#include "coders/raw/raw.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

// The position of the image in the stored frame: -size gives the frame, -tile the part to read.
struct Window {
  std::size_t frame_columns = 0;
  std::size_t frame_rows = 0;
  std::size_t x = 0;
  std::size_t y = 0;
  std::size_t columns = 0;
  std::size_t rows = 0;
};

Window FindWindow(const ImageInfo* image_info, const Image* image) {
  if (image->columns == 0 || image->rows == 0) Fail(OptionError, "Must specify image size");
  Window window;
  window.columns = window.frame_columns = image->columns;
  window.rows = window.frame_rows = image->rows;
  if (image_info->tile == nullptr) return window;
  const RectangleInfo& tile = image->tile_info;
  if (tile.x < 0 || tile.y < 0) Fail(OptionError, "Tile is not bounded by image dimensions");
  window.x = static_cast<std::size_t>(tile.x);
  window.y = static_cast<std::size_t>(tile.y);
  if (tile.width != 0) window.columns = tile.width;
  if (tile.height != 0) window.rows = tile.height;
  if (window.x > window.frame_columns || window.columns > window.frame_columns - window.x ||
      window.y > window.frame_rows || window.rows > window.frame_rows - window.y) {
    Fail(OptionError, "Tile is not bounded by image dimensions");
  }
  return window;
}

[[noreturn]] void FailTruncated() {
  Fail(CorruptImageError, "Unexpected end-of-file");
}

void Skip(BlobReader& reader, std::size_t bytes) {
  if (reader.Skip(bytes) != bytes) FailTruncated();
}

// Reads rows of one kind of sample from the frame into the pixels.
class Rows {
 public:
  Rows(BlobReader& reader, const Window& window, const Pixels& target, bool cmyk)
      : reader_(reader), window_(window), target_(target), cmyk_(cmyk) {}

  void Read(const SampleFormat& format, std::size_t y) {
    const std::size_t packet = format.PixelBytes();
    row_.resize(window_.columns * packet);
    Skip(reader_, window_.x * packet);
    if (reader_.Read(row_.data(), row_.size()) != row_.size()) FailTruncated();
    Skip(reader_, (window_.frame_columns - window_.x - window_.columns) * packet);
    if (cmyk_ && format.channels == Channels::kAlpha) return StoreInkAlpha(format, y);
    ImportRow(format, row_.data(), window_.columns, target_.Row(y), target_.IndexRow(y), nullptr);
  }

  void SkipRows(const SampleFormat& format, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      Skip(reader_, window_.frame_columns * format.PixelBytes());
    }
  }

 private:
  // In CMYK images alpha is in the indexes; opacity holds black.
  void StoreInkAlpha(const SampleFormat& format, std::size_t y) {
    std::vector<PixelPacket> scratch(window_.columns);
    ImportRow(format, row_.data(), window_.columns, scratch.data(), nullptr, nullptr);
    for (std::size_t x = 0; x < window_.columns && target_.indexes != nullptr; ++x) {
      target_.IndexRow(y)[x] = scratch[x].opacity;
    }
  }

  BlobReader& reader_;
  const Window& window_;
  const Pixels& target_;
  bool cmyk_;
  std::vector<std::uint8_t> row_;
};

void PreparePixels(const Pixels& target, const Image* image) {
  const std::size_t count = std::size_t{image->columns} * image->rows;
  std::memset(static_cast<void*>(target.pixels), 0, count * sizeof(PixelPacket));
}

void ReadPacked(const RawFormat& format, Rows& rows, const Window& window,
                CodingProgress& progress) {
  rows.SkipRows(format.Packed(), window.y);
  for (std::size_t y = 0; y < window.rows; ++y) {
    rows.Read(format.Packed(), y);
    progress.Tick(y);
  }
  rows.SkipRows(format.Packed(), window.frame_rows - window.y - window.rows);
}

void ReadLines(const RawFormat& format, Rows& rows, const Window& window,
               CodingProgress& progress) {
  const std::vector<RawPlane> planes = PlanesOf(format);
  const std::size_t below = window.frame_rows - window.y - window.rows;
  rows.SkipRows(format.Plane(Channels::kRed), window.y * planes.size());
  for (std::size_t y = 0; y < window.rows; ++y) {
    for (const RawPlane& plane : planes) rows.Read(format.Plane(plane.channel), y);
    progress.Tick(y);
  }
  rows.SkipRows(format.Plane(Channels::kRed), below * planes.size());
}

void ReadPlane(const RawFormat& format, Channels channel, Rows& rows, const Window& window) {
  rows.SkipRows(format.Plane(channel), window.y);
  for (std::size_t y = 0; y < window.rows; ++y) rows.Read(format.Plane(channel), y);
  rows.SkipRows(format.Plane(channel), window.frame_rows - window.y - window.rows);
}

void CheckEnoughData(const RawFormat& format, const Window& window, const BlobReader& reader) {
  const std::int64_t remaining = reader.Remaining();
  const double needed =
      static_cast<double>(window.frame_columns) * window.frame_rows * format.Packed().PixelBytes();
  if (remaining >= 0 && static_cast<double>(remaining) < needed) FailTruncated();
}

void ReadFrame(const RawFormat& format, const Window& window, BlobReader& reader, Image* image,
               ExceptionInfo* exception) {
  CheckEnoughData(format, window, reader);
  const Pixels target = NewPixels(image, exception);
  PreparePixels(target, image);
  Rows rows(reader, window, target, format.cmyk);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  if (format.interlace == LineInterlace) {
    ReadLines(format, rows, window, progress);
  } else if (format.interlace == PlaneInterlace) {
    for (const RawPlane& plane : PlanesOf(format)) {
      ReadPlane(format, plane.channel, rows, window);
    }
  } else {
    ReadPacked(format, rows, window, progress);
  }
  SyncPixels(image, exception);
}

// Each plane is a file of its own.
void ReadPartition(const ImageInfo* image_info, const RawFormat& format, const Window& window,
                   Image* image, ExceptionInfo* exception) {
  const Pixels target = NewPixels(image, exception);
  PreparePixels(target, image);
  for (const RawPlane& plane : PlanesOf(format)) {
    AppendImageFormat(plane.extension, image->filename);
    OpenForReading(image_info, image, exception);
    BlobReader reader(image);
    Rows rows(reader, window, target, format.cmyk);
    ReadPlane(format, plane.channel, rows, window);
    CloseBlob(image);
  }
  MagickStrlCpy(image->filename, image_info->filename, MaxTextExtent);
  SyncPixels(image, exception);
}

void Describe(const RawFormat& format, Image* image) {
  image->matte = format.matte ? MagickTrue : MagickFalse;
  if (format.cmyk) image->colorspace = CMYKColorspace;
  const bool gray = format.channels == Channels::kGray || format.channels == Channels::kGrayAlpha;
  SetShade(image, gray, false);
}

void ReadFrames(const ImageInfo* image_info, const RawFormat& format, const Window& window,
                Image* image, ExceptionInfo* exception) {
  OpenForReading(image_info, image, exception);
  BlobReader reader(image);
  if (image->offset > 0) Skip(reader, static_cast<std::size_t>(image->offset));
  while (true) {
    ReadFrame(format, window, reader, image, exception);
    Describe(format, image);
    if (image_info->subrange != 0 &&
        image->scene >= image_info->subimage + image_info->subrange - 1) {
      break;
    }
    if (reader.Peek() == BlobReader::kEnd) break;
    image = NextImage(image_info, image);
    image->columns = window.columns;
    image->rows = window.rows;
    Describe(format, image);
  }
}

}  // namespace

Image* ReadRaw(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    const Window window = FindWindow(image_info, image);
    image->columns = window.columns;
    image->rows = window.rows;
    CheckLimits(image);
    const RawFormat format = ChooseRawFormat(image_info, image);
    Describe(format, image);
    if (format.interlace == PartitionInterlace) {
      ReadPartition(image_info, format, window, image, exception);
    } else {
      ReadFrames(image_info, format, window, image, exception);
    }
    Describe(format, image);
  });
}

}  // namespace lodestone::coders
