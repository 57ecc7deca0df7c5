#include "base/owner.hpp"
#include "coders/common/embedded.hpp"
#include "coders/common/metadata.hpp"
#include "coders/mng/jng.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

[[noreturn]] void FailHeader(std::source_location where = std::source_location::current()) {
  Fail(CorruptImageError, "Improper image header", where);
}

bool IsOneOf(unsigned value, std::initializer_list<unsigned> allowed) {
  return std::find(allowed.begin(), allowed.end(), value) != allowed.end();
}

// The pieces of an image, by what they are.
struct Parts {
  JngHeader header;
  std::vector<std::uint8_t> color, alpha_jpeg;
  std::vector<ByteSpan> alpha_rows, metadata;
};

void Append(ByteSpan data, std::vector<std::uint8_t>& to) {
  to.insert(to.end(), data.begin(), data.end());
}

// What its colour image has no use for is left to it: a palette, and the like.
bool IsMetadata(std::string_view name) {
  for (const char* known : {"gAMA", "cHRM", "sRGB", "iCCP", "cICP", "bKGD", "pHYs", "oFFs", "tIME",
                            "tEXt", "zTXt", "iTXt", "eXIf", "orNT"}) {
    if (name == known) return true;
  }
  return false;
}

// Behind JSEP, the same follows with 12 bits a sample.
Parts Sort(ByteSpan chunks) {
  ByteCursor cursor(chunks);
  Parts parts;
  parts.header = ParseJngHeader(TakePngChunk(cursor));
  bool separated = false;
  for (PngChunk chunk = TakePngChunk(cursor); chunk.name != "IEND"; chunk = TakePngChunk(cursor)) {
    if (chunk.name == "JDAT" && !separated) Append(chunk.data, parts.color);
    if (chunk.name == "JDAA" || chunk.name == "JdAA") Append(chunk.data, parts.alpha_jpeg);
    if (chunk.name == "IDAT") parts.alpha_rows.push_back(chunk.whole);
    if (chunk.name == "JSEP") separated = true;
    if (IsMetadata(chunk.name)) parts.metadata.push_back(chunk.whole);
  }
  return parts;
}

// The settings for parts, whose sizes must be those of the file.
using InfoOwner = Owner<ImageInfo, DestroyImageInfo>;
InfoOwner PartInfo(const ImageInfo* image_info, bool ping) {
  InfoOwner info(CloneImageInfo(image_info));
  if (info == nullptr) throw std::bad_alloc();
  CloneString(&info->size, nullptr);
  RemoveDefinitions(info.get(), "jpeg:shrink-on-load");
  info->ping = ping ? MagickTrue : MagickFalse;
  return info;
}

ByteSink StartPng(const JngHeader& header, unsigned depth, unsigned color_type) {
  ByteSink fields;
  fields.U32Be(header.width);
  fields.U32Be(header.height);
  for (const unsigned field : {depth, color_type, 0u, 0u, 0u}) fields.U8(field);
  ByteSink png;
  png.Text(kPngSignature);
  PutPngChunk("IHDR", fields.bytes(), png);
  return png;
}

// The PNG coder knows the metadata: it sees a PNG image with this, and reads no pixels.
void ReadMetadata(const ImageInfo* image_info, const Parts& parts, Image* image,
                  ExceptionInfo* exception) {
  const bool color = (parts.header.color_type & kJngColor) == kJngColor;
  ByteSink png = StartPng(parts.header, 8, color ? 2 : 0);
  for (const ByteSpan chunk : parts.metadata) png.Bytes(chunk);
  PutPngChunk("IDAT", {}, png);
  PutPngChunk("IEND", {}, png);
  const ImageOwner carrier(AllocateImage(image_info));
  if (carrier.get() == nullptr) throw std::bad_alloc();
  ReadEmbedded(PartInfo(image_info, true).get(), "PNG", png.bytes(), carrier.get(), exception);
  for (const char* key : kJngPartKeys) StoreText(carrier.get(), key, nullptr);
  CopyMetadata(carrier.get(), image);
}

void CheckSize(const Image* part, const JngHeader& header) {
  if (part->columns != header.width || part->rows != header.height)
    Fail(CorruptImageError, "The parts of a JNG image differ in size");
}

void ReadAlpha(const ImageInfo* info, const Parts& parts, Image* alpha, ExceptionInfo* exception) {
  if (parts.header.alpha_compression == kJngJpeg) {
    ReadEmbedded(info, "JPEG", parts.alpha_jpeg, alpha, exception);
  } else {
    ByteSink png = StartPng(parts.header, parts.header.alpha_depth, 0);
    for (const ByteSpan rows : parts.alpha_rows) png.Bytes(rows);
    PutPngChunk("IEND", {}, png);
    ReadEmbedded(info, "PNG", png.bytes(), alpha, exception);
  }
  CheckSize(alpha, parts.header);
}

void Join(const Image* color, const Image* alpha, Image* image, ExceptionInfo* exception) {
  const ConstPixels colors = AllPixels(color, exception), alphas = AllPixels(alpha, exception);
  const Pixels target = NewPixels(image, exception);
  const std::size_t count = target.columns * image->rows;
  for (std::size_t i = 0; i < count; ++i) {
    target.pixels[i] = colors.pixels[i];
    target.pixels[i].opacity = static_cast<Quantum>(MaxRGB - alphas.pixels[i].red);
  }
  SyncPixels(image, exception);
}

void ReadPixels(const ImageInfo* image_info, const Parts& parts, Image* image,
                ExceptionInfo* exception) {
  const InfoOwner info = PartInfo(image_info, false);
  const ImageOwner color(AllocateImage(image_info)), alpha(AllocateImage(image_info));
  if (color.get() == nullptr || alpha.get() == nullptr) throw std::bad_alloc();
  const bool joined = parts.header.HasAlpha();
  Image* const target = joined ? color.get() : image;
  ReadEmbedded(info.get(), "JPEG", parts.color, target, exception);
  CheckSize(target, parts.header);
  if (target->colorspace == CMYKColorspace) FailHeader();
  StoreText(target, "comment", nullptr);
  if (!joined) return;
  ReadAlpha(info.get(), parts, alpha.get(), exception);
  CopyMetadata(color.get(), image);
  image->matte = MagickTrue;
  Join(color.get(), alpha.get(), image, exception);
}

}  // namespace

JngHeader ParseJngHeader(const PngChunk& chunk) {
  if (chunk.name != "JHDR" || chunk.data.size() != 16 || !chunk.IsIntact()) FailHeader();
  ByteCursor cursor(chunk.data);
  JngHeader header;
  header.width = cursor.U32Be();
  header.height = cursor.U32Be();
  header.color_type = cursor.U8();
  header.depth = cursor.U8();
  const unsigned compression = cursor.U8();
  header.interlace = cursor.U8();
  header.alpha_depth = cursor.U8();
  header.alpha_compression = cursor.U8();
  const bool plain = cursor.U16Be() == 0;  // filter and interlacing of alpha
  const bool alpha_fits = header.alpha_compression == kJngJpeg
                              ? header.alpha_depth == 8
                              : IsOneOf(header.alpha_depth, {1, 2, 4, 8, 16});
  if (header.width == 0 || header.height == 0 || !IsOneOf(header.color_type, {8, 10, 12, 14}) ||
      compression != kJngJpeg || !IsOneOf(header.alpha_compression, {kJngDeflate, kJngJpeg}) ||
      (header.HasAlpha() && (!plain || !alpha_fits))) {
    FailHeader();
  }
  if (header.depth == 12) Fail(CoderError, "JNG images of 12 bits a sample are not supported");
  if (!IsOneOf(header.depth, {8, 20})) FailHeader();
  return header;
}

void ReadJngChunks(const ImageInfo* image_info, ByteSpan chunks,
                   const std::vector<ByteSpan>& defaults, Image* image, ExceptionInfo* exception) {
  Parts parts = Sort(chunks);
  parts.metadata.insert(parts.metadata.end(), defaults.begin(), defaults.end());
  image->columns = parts.header.width;
  image->rows = parts.header.height;
  image->depth = 8;
  image->matte = parts.header.HasAlpha() ? MagickTrue : MagickFalse;
  CheckLimits(image);
  if (image_info->ping == MagickFalse) ReadPixels(image_info, parts, image, exception);
  ReadMetadata(image_info, parts, image, exception);
  image->compression = JPEGCompression;
}

Image* ReadJng(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    ByteCursor cursor(WholeBlob(image));
    if (!cursor.TakeIf(kJngSignature)) FailHeader();
    ReadJngChunks(image_info, cursor.Take(cursor.Remaining()), {}, image, exception);
  });
}

}  // namespace lodestone::coders
