#include "base/owner.hpp"
#include "coders/common/embedded.hpp"
#include "coders/mng/jng.hpp"
#include "magick/attribute.h"
#include "magick/profile.h"

namespace lodestone::coders {
namespace {

using InfoOwner = Owner<ImageInfo, DestroyImageInfo>;

constexpr std::size_t kChunkBytes = 65536;

// Qualities from 1000 on are those of alpha, times 1000, and of colours.
constexpr unsigned long kQualities = 1000;

InfoOwner PartInfo(const ImageInfo* image_info, unsigned long quality) {
  InfoOwner info(CloneImageInfo(image_info));
  if (info == nullptr) throw std::bad_alloc();
  info->quality = quality;
  return info;
}

// Of no size yet.
Image* NewPart(const ImageInfo* image_info) {
  Image* const part = AllocateImage(image_info);
  if (part == nullptr) throw std::bad_alloc();
  return part;
}

std::vector<std::uint8_t> EncodeColor(const ImageInfo* image_info, const Image* image,
                                      ExceptionInfo* exception) {
  const ImageOwner color(CloneImage(image, 0, 0, MagickTrue, exception));
  if (color.get() == nullptr) FailAfter(exception, ResourceLimitError, "Memory allocation failed");
  color.get()->matte = MagickFalse;
  // They are in chunks of their own.
  ProfileImage(color.get(), "*", nullptr, 0, MagickFalse);
  SetImageAttribute(color.get(), "comment", nullptr);
  color.get()->orientation = UndefinedOrientation;
  const InfoOwner info = PartInfo(image_info, image_info->quality % kQualities);
  return EncodeEmbedded(info.get(), "JPEG", color.get(), exception);
}

std::vector<std::uint8_t> EncodeAlpha(const ImageInfo* image_info, const Image* image,
                                      const char* magick, ExceptionInfo* exception) {
  const ImageOwner alpha(NewPart(image_info));
  alpha.get()->columns = image->columns;
  alpha.get()->rows = image->rows;
  alpha.get()->depth = image->depth;
  SetShade(alpha.get(), true, false);
  const ConstPixels source = AllPixels(image, exception);
  const GrayPixels target = NewGrayPixels(alpha.get(), 0, exception);
  for (std::size_t i = 0; i < source.columns * image->rows; ++i)
    target.samples[i] = static_cast<Quantum>(MaxRGB - source.pixels[i].opacity);
  const unsigned long quality = image_info->quality;
  const InfoOwner info =
      PartInfo(image_info, quality >= kQualities ? quality / kQualities : quality);
  info->type = GrayscaleType;
  info->interlace = NoInterlace;
  return EncodeEmbedded(info.get(), magick, alpha.get(), exception);
}

// The chunks that the PNG coder writes for the image's metadata.
std::vector<std::uint8_t> EncodeMetadata(const ImageInfo* image_info, const Image* image,
                                         ExceptionInfo* exception) {
  const ImageOwner carrier(NewPart(image_info));
  carrier.get()->columns = carrier.get()->rows = 1;
  CopyMetadata(image, carrier.get());
  for (const char* key : kJngPartKeys) SetImageAttribute(carrier.get(), key, nullptr);
  NewPixels(carrier.get(), exception).pixels[0] = {};
  SyncPixels(carrier.get(), exception);
  const InfoOwner info = PartInfo(image_info, 0);
  info->type = TrueColorType;
  const auto png = EncodeEmbedded(info.get(), "PNG", carrier.get(), exception);
  ByteCursor cursor(png);
  cursor.Skip(kPngSignature.size());
  ByteSink sink;
  while (!cursor.AtEnd()) {
    const PngChunk chunk = TakePngChunk(cursor);
    const bool structural = chunk.name == "IHDR" || chunk.name == "PLTE" || chunk.name == "IDAT" ||
                            chunk.name == "IEND" || chunk.name == "tRNS" || chunk.name == "sBIT" ||
                            chunk.name == "bKGD";
    if (!structural) sink.Bytes(chunk.whole);
  }
  return std::move(sink.bytes());
}

void PutData(std::string_view name, ByteSpan data, ByteSink& sink) {
  for (std::size_t at = 0; at < data.size(); at += kChunkBytes)
    PutPngChunk(name, data.subspan(at, std::min(kChunkBytes, data.size() - at)), sink);
}

// The rows of the PNG image of alpha; its header says their depth.
unsigned TakeAlphaRows(ByteSpan png, ByteSink& rows) {
  ByteCursor cursor(png);
  cursor.Skip(kPngSignature.size());
  unsigned depth = 0;
  while (!cursor.AtEnd()) {
    const PngChunk chunk = TakePngChunk(cursor);
    if (chunk.name == "IHDR") depth = chunk.data[8];
    if (chunk.name == "IDAT") rows.Bytes(chunk.whole);
  }
  return depth;
}

struct JpegFrame {
  bool progressive = false;
  unsigned components = 3;
};

// What the header chunk repeats of a JPEG file.
JpegFrame FrameOf(ByteSpan jpeg) {
  constexpr unsigned kBaseline = 0xc0, kProgressive = 0xc2;
  ByteCursor cursor(jpeg);
  cursor.Skip(3);
  for (unsigned marker = cursor.U8();; marker = cursor.U8()) {
    const ByteSpan segment = cursor.Take(cursor.U16Be() - 2u);
    if (marker >= kBaseline && marker <= kProgressive) return {marker == kProgressive, segment[5]};
    cursor.Skip(1);
  }
}

void PutHeader(const JngHeader& header, ByteSink& sink) {
  ByteSink fields;
  fields.U32Be(header.width);
  fields.U32Be(header.height);
  for (const unsigned field : {header.color_type, header.depth, kJngJpeg, header.interlace,
                               header.alpha_depth, header.alpha_compression, 0u, 0u})
    fields.U8(field);
  PutPngChunk("JHDR", fields.bytes(), sink);
}

}  // namespace

void PutJngChunks(const ImageInfo* image_info, const Image* image, ByteSink& sink,
                  ExceptionInfo* exception) {
  const auto color = EncodeColor(image_info, image, exception);
  JngHeader header;
  header.width = static_cast<std::uint32_t>(image->columns);
  header.height = static_cast<std::uint32_t>(image->rows);
  const JpegFrame frame = FrameOf(color);
  header.color_type = frame.components == 1 ? kJngGray : kJngColor;
  header.interlace = frame.progressive ? 8 : 0;
  ByteSink alpha;
  if (image->matte != MagickFalse) {
    header.color_type |= kJngAlpha;
    const bool jpeg = image_info->compression == JPEGCompression;
    const auto file = EncodeAlpha(image_info, image, jpeg ? "JPEG" : "PNG", exception);
    header.alpha_compression = jpeg ? kJngJpeg : kJngDeflate;
    header.alpha_depth = jpeg ? 8 : TakeAlphaRows(file, alpha);
    if (jpeg) PutData("JDAA", file, alpha);
  }
  PutHeader(header, sink);
  sink.Bytes(EncodeMetadata(image_info, image, exception));
  // Alpha first, so that what is seen before all is there is seen right.
  sink.Bytes(alpha.bytes());
  PutData("JDAT", color, sink);
  PutPngChunk("IEND", {}, sink);
}

unsigned int WriteJng(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    if (image->columns > INT32_MAX || image->rows > INT32_MAX)
      Fail(CoderError, "Image column or row size is not supported");
    ToRgb(image);
    ByteSink sink;
    sink.Text(kJngSignature);
    PutJngChunks(image_info, image, sink, &image->exception);
    sink.Flush(image);
  });
}

}  // namespace lodestone::coders
