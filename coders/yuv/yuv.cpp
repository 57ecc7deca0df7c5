// Raw luma and chroma of 8 bits: YUV in planes or packed, with chroma of fewer samples, and UYVY,
// which is always packed.
#include "coders/common/blob_reader.hpp"
#include "coders/common/byte_cursor.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/samples.hpp"
#include "coders/common/sampling.hpp"
#include "magick/colorspace.h"
#include "magick/resize.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

// How samples lie in the file. Chroma has fewer by these factors.
struct Layout {
  unsigned long across = 2, down = 2;
  bool packed = false;     // U, Y, V, Y of two pixels
  bool partition = false;  // a file for each plane
};

// 1 or 2, or 0 if they have another ratio.
unsigned long Ratio(int luma, int chroma) {
  return luma == chroma ? 1 : luma == 2 * chroma ? 2 : 0;
}

Layout LayoutFor(const ImageInfo* image_info) {
  Layout layout;
  if (const auto factors = SamplingOf(image_info)) {
    const auto [luma, chroma, other, alpha] = *factors;
    layout.across = Ratio(luma.across, chroma.across);
    layout.down = Ratio(luma.down, chroma.down);
    if (layout.across == 0 || layout.down == 0 || other != chroma)
      FailSampling(image_info->sampling_factor);
  }
  const InterlaceType interlace = image_info->interlace;
  layout.packed = (interlace == UndefinedInterlace || interlace == NoInterlace) &&
                  layout.down == 1 && layout.across == 2;
  layout.partition = interlace == PartitionInterlace;
  return layout;
}

ImageOwner Made(Image* made, const ExceptionInfo* exception) {
  if (made == nullptr) FailAfter(exception, ResourceLimitError, "Unable to resize image");
  return ImageOwner(made);
}

Image* Cloned(const Image* image, unsigned long columns, unsigned long rows,
              ExceptionInfo* exception) {
  return CloneImage(image, columns, rows, MagickTrue, exception);
}

void FromYcc(Image* image) {
  image->colorspace = YCbCrColorspace;
  if (TransformColorspace(image, RGBColorspace) == MagickFail)
    FailAfter(&image->exception, CoderError, "Unable to convert colors");
}

void ToYcc(Image* image) {
  if (TransformColorspace(image, YCbCrColorspace) == MagickFail)
    FailAfter(&image->exception, CoderError, "Unable to convert colors");
}

void TakeBytes(BlobReader& reader, std::vector<std::uint8_t>& bytes) {
  if (reader.Read(bytes.data(), bytes.size()) != bytes.size()) FailTruncated();
}

void TakePlane(BlobReader& reader, const Image* image, Quantum PixelPacket::*sample,
               const Pixels& target) {
  std::vector<std::uint8_t> bytes(target.columns);
  for (std::size_t y = 0; y < image->rows; ++y) {
    TakeBytes(reader, bytes);
    for (std::size_t x = 0; x < bytes.size(); ++x)
      target.Row(y)[x].*sample = QuantumFromByte(bytes[x]);
  }
}

// One image, and its chroma.
class Frame {
 public:
  Frame(const Layout& layout, Image* image, ExceptionInfo* exception)
      : image_(image),
        exception_(exception),
        chroma_(Made(Cloned(image, std::max(image->columns / layout.across, 1ul),
                            std::max(image->rows / layout.down, 1ul), exception),
                     exception)),
        luma_pixels_(NewPixels(image, exception)),
        chroma_pixels_(NewPixels(chroma_.get(), exception)) {
    Clear(image, luma_pixels_);
    Clear(chroma_.get(), chroma_pixels_);
  }

  void TakePacked(BlobReader& reader) {
    CodingProgress progress(CodingProgress::Task::kLoading, image_, exception_);
    std::vector<std::uint8_t> bytes(2 * image_->columns);
    for (std::size_t y = 0; y < image_->rows; ++y) {
      TakeBytes(reader, bytes);
      for (std::size_t x = 0; x < image_->columns; ++x) {
        luma_pixels_.Row(y)[x].red = QuantumFromByte(bytes[2 * x + 1]);
        if (x / 2 >= chroma_pixels_.columns) continue;
        PixelPacket& chroma = chroma_pixels_.Row(y)[x / 2];
        (x % 2 == 0 ? chroma.green : chroma.blue) = QuantumFromByte(bytes[2 * x]);
      }
      progress.Tick(y);
    }
  }
  void TakePlanes(BlobReader& reader) {
    TakeLuma(reader);
    TakeChroma(reader, &PixelPacket::green);
    TakeChroma(reader, &PixelPacket::blue);
  }
  void TakeLuma(BlobReader& reader) {
    TakePlane(reader, image_, &PixelPacket::red, luma_pixels_);
    CodingProgress(CodingProgress::Task::kLoading, image_, exception_).Tick(0);
  }
  void TakeChroma(BlobReader& reader, Quantum PixelPacket::*sample) {
    TakePlane(reader, chroma_.get(), sample, chroma_pixels_);
  }

  void Finish() {
    SyncPixels(chroma_.get(), exception_);
    const ImageOwner resized = Made(
        ResizeImage(chroma_.get(), image_->columns, image_->rows, TriangleFilter, 1.0, exception_),
        exception_);
    const ConstPixels source = AllPixels(resized.get(), exception_);
    const std::size_t count = std::size_t{image_->columns} * image_->rows;
    for (std::size_t i = 0; i < count; ++i) {
      luma_pixels_.pixels[i].green = source.pixels[i].green;
      luma_pixels_.pixels[i].blue = source.pixels[i].blue;
    }
    SyncPixels(image_, exception_);
    FromYcc(image_);
  }

 private:
  static void Clear(const Image* image, const Pixels& pixels) {
    std::fill_n(pixels.pixels, std::size_t{image->columns} * image->rows, PixelPacket{});
  }

  Image* const image_;
  ExceptionInfo* const exception_;
  const ImageOwner chroma_;
  const Pixels luma_pixels_, chroma_pixels_;
};

// Each plane is a file of its own.
void ReadPartition(const ImageInfo* image_info, const Layout& layout, Image* image,
                   ExceptionInfo* exception) {
  Frame frame(layout, image, exception);
  for (const char* extension : {"Y", "U", "V"}) {
    AppendImageFormat(extension, image->filename);
    OpenForReading(image_info, image, exception);
    BlobReader reader(image);
    if (*extension == 'Y') frame.TakeLuma(reader);
    if (*extension == 'U') frame.TakeChroma(reader, &PixelPacket::green);
    if (*extension == 'V') frame.TakeChroma(reader, &PixelPacket::blue);
    CloseBlob(image);
  }
  MagickStrlCpy(image->filename, image_info->filename, MaxTextExtent);
  frame.Finish();
}

// Whether the file can hold an image of the size that was asked for.
void CheckEnough(const BlobReader& reader, const Image* image) {
  const std::int64_t remaining = reader.Remaining();
  if (remaining >= 0 && static_cast<double>(remaining) <
                            static_cast<double>(image->columns) * static_cast<double>(image->rows))
    FailTruncated();
}

void PrepareToRead(const ImageInfo* image_info, const Layout& layout, Image* image) {
  if (image->columns == 0 || image->rows == 0) Fail(OptionError, "Must specify image size");
  if (layout.packed && image->columns % 2 != 0)
    Fail(CorruptImageError, "Subsampling requires that the width is even");
  image->depth = 8;
  CheckLimits(image);
  MagickStrlCpy(image->filename, image_info->filename, MaxTextExtent);
}

void ReadFrames(const ImageInfo* image_info, const Layout& layout, Image* image,
                ExceptionInfo* exception) {
  OpenForReading(image_info, image, exception);
  const unsigned long columns = image->columns, rows = image->rows;
  BlobReader reader(image);
  if (image->offset > 0) reader.Skip(static_cast<std::size_t>(image->offset));
  for (;;) {
    if (image_info->ping == MagickFalse) {
      CheckEnough(reader, image);
      Frame frame(layout, image, exception);
      if (layout.packed)
        frame.TakePacked(reader);
      else
        frame.TakePlanes(reader);
      frame.Finish();
    }
    if (image_info->ping != MagickFalse || IsLastWanted(image_info, image) ||
        reader.Peek() == BlobReader::kEnd)
      return;
    image = NextImage(image_info, image);
    image->columns = columns;
    image->rows = rows;
    image->depth = 8;
  }
}

Image* ReadYuv(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    const Layout layout = LayoutFor(image_info);
    PrepareToRead(image_info, layout, image);
    if (layout.partition)
      ReadPartition(image_info, layout, image, exception);
    else
      ReadFrames(image_info, layout, image, exception);
  });
}

// Both pixels of a pair have the same chroma.
Image* ReadUyvy(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    Layout layout;
    layout.packed = true;
    PrepareToRead(image_info, layout, image);
    OpenForReading(image_info, image, exception);
    BlobReader reader(image);
    if (image->offset > 0) reader.Skip(static_cast<std::size_t>(image->offset));
    if (image_info->ping != MagickFalse) return;
    CheckEnough(reader, image);
    const Pixels target = NewPixels(image, exception);
    CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
    std::vector<std::uint8_t> bytes(2 * image->columns);
    for (std::size_t y = 0; y < image->rows; ++y) {
      TakeBytes(reader, bytes);
      for (std::size_t x = 0; x < image->columns; ++x) {
        const std::uint8_t* const pair = &bytes[x / 2 * 4];
        PixelPacket& pixel = target.Row(y)[x];
        pixel = {};
        pixel.red = QuantumFromByte(pair[x % 2 == 0 ? 1 : 3]);
        pixel.green = QuantumFromByte(pair[0]);
        pixel.blue = QuantumFromByte(pair[2]);
        pixel.opacity = OpaqueOpacity;
      }
      progress.Tick(y);
    }
    SyncPixels(image, exception);
    FromYcc(image);
  });
}

std::uint8_t ByteOf(Quantum sample) {
  return static_cast<std::uint8_t>(ScaleQuantumToChar(sample));
}

// The image in the space of the file, in full and with fewer samples.
class Encoded {
 public:
  Encoded(const Layout& layout, Image* image)
      : image_(image),
        luma_(Full(layout, image)),
        chroma_(Made(
            ResizeImage(image, luma_.get()->columns / layout.across,
                        luma_.get()->rows / layout.down, TriangleFilter, 1.0, &image->exception),
            &image->exception)) {
    ToYcc(luma_.get());
    ToYcc(chroma_.get());
    luma_pixels_ = AllPixels(luma_.get(), &image->exception);
    chroma_pixels_ = AllPixels(chroma_.get(), &image->exception);
  }

  void PutPacked(Image* first) const {
    CodingProgress progress(CodingProgress::Task::kSaving, luma_.get(), &image_->exception);
    ByteSink sink;
    for (std::size_t y = 0; y < luma_.get()->rows; ++y) {
      for (std::size_t x = 0; x < luma_pixels_.columns; ++x) {
        const PixelPacket& chroma = chroma_pixels_.Row(y)[x / 2];
        sink.U8(ByteOf(x % 2 == 0 ? chroma.green : chroma.blue));
        sink.U8(ByteOf(luma_pixels_.Row(y)[x].red));
      }
      sink.Flush(first);
      progress.Tick(y);
    }
  }
  void PutLuma(Image* first) const { PutPlane(luma_.get(), &PixelPacket::red, first); }
  void PutChroma(Quantum PixelPacket::*sample, Image* first) const {
    PutPlane(chroma_.get(), sample, first);
  }

 private:
  // Sides become multiples of the factors.
  static ImageOwner Full(const Layout& layout, Image* image) {
    image->depth = 8;
    ToRgb(image);
    return Made(ResizeImage(image, image->columns + (image->columns & (layout.across - 1)),
                            image->rows + (image->rows & (layout.down - 1)), TriangleFilter, 1.0,
                            &image->exception),
                &image->exception);
  }
  void PutPlane(const Image* from, Quantum PixelPacket::*sample, Image* first) const {
    const ConstPixels source = AllPixels(from, &image_->exception);
    CodingProgress progress(CodingProgress::Task::kSaving, from, &image_->exception);
    ByteSink sink;
    for (std::size_t y = 0; y < from->rows; ++y) {
      for (std::size_t x = 0; x < source.columns; ++x) sink.U8(ByteOf(source.Row(y)[x].*sample));
      sink.Flush(first);
      progress.Tick(y);
    }
  }

  Image* const image_;
  const ImageOwner luma_, chroma_;
  ConstPixels luma_pixels_, chroma_pixels_;
};

unsigned int WritePartition(const ImageInfo* image_info, const Layout& layout, Image* image) {
  unsigned int status = MagickPass;
  for (const char* extension : {"Y", "U", "V"}) {
    AppendImageFormat(extension, image->filename);
    status = Encode(image_info, image, [&] {
      const Encoded encoded(layout, image);
      if (*extension == 'Y') encoded.PutLuma(image);
      if (*extension == 'U') encoded.PutChroma(&PixelPacket::green, image);
      if (*extension == 'V') encoded.PutChroma(&PixelPacket::blue, image);
    });
    if (status == MagickFail) break;
  }
  MagickStrlCpy(image->filename, image_info->filename, MaxTextExtent);
  return status;
}

unsigned int WriteYuv(const ImageInfo* image_info, Image* first) {
  if (image_info->interlace == PartitionInterlace) {
    try {
      return WritePartition(image_info, LayoutFor(image_info), first);
    } catch (const Failure& failure) {
      Report(&first->exception, failure, first->filename);
      return MagickFail;
    }
  }
  return Encode(image_info, first, [&] {
    const Layout layout = LayoutFor(image_info);
    for (Image* image = first; image != nullptr; image = image->next) {
      const Encoded encoded(layout, image);
      if (layout.packed) {
        encoded.PutPacked(first);
      } else {
        encoded.PutLuma(first);
        encoded.PutChroma(&PixelPacket::green, first);
        encoded.PutChroma(&PixelPacket::blue, first);
      }
      if (image_info->adjoin == MagickFalse) break;
    }
  });
}

// Chroma is the mean of a pair's.
unsigned int WriteUyvy(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    if (image->columns % 2 != 0) Fail(CoderError, "Subsampling requires that the width is even");
    const ImageOwner copy = Made(Cloned(image, 0, 0, &image->exception), &image->exception);
    ToYcc(copy.get());
    const ConstPixels source = AllPixels(copy.get(), &image->exception);
    CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
    ByteSink sink;
    for (std::size_t y = 0; y < image->rows; ++y) {
      for (std::size_t x = 0; x < source.columns; x += 2) {
        const PixelPacket &left = source.Row(y)[x], &right = source.Row(y)[x + 1];
        const auto mean = [](Quantum a, Quantum b) {
          return ByteOf(static_cast<Quantum>((unsigned{a} + b) / 2));
        };
        sink.U8(mean(left.green, right.green));
        sink.U8(ByteOf(left.red));
        sink.U8(mean(left.blue, right.blue));
        sink.U8(ByteOf(right.red));
      }
      sink.Flush(image);
      progress.Tick(y);
    }
  });
}

}  // namespace

void RegisterYuvImage() {
  FormatEntry yuv{"YUV", "CCIR 601 4:1:1 or 4:2:2 (8-bit only)", "YUV", ReadYuv, WriteYuv};
  yuv.raw = true;
  yuv.traits = {"8", "", "images", "", ""};
  RegisterFormat(yuv);
  for (const char* name : {"PAL", "UYVY"}) {
    FormatEntry uyvy{name, "16bit/pixel interleaved YUV", "UYVY", ReadUyvy, WriteUyvy};
    uyvy.raw = true;
    uyvy.adjoin = false;
    uyvy.traits = {"8", "", "", "", ""};
    RegisterFormat(uyvy);
  }
}

}  // namespace lodestone::coders
