#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <string>

#include "base/thread_pool.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/common/samples.hpp"
#include "coders/dds/dds_blocks.hpp"
#include "magick/resize.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

enum class Packing { kNone, kDxt1, kDxt5 };

struct Plan {
  Packing packing = Packing::kDxt1;
  bool matte = false;
  unsigned copies = 0;  // each of half the size of the one before

  std::size_t PixelBytes() const { return matte ? 4 : 3; }
  std::size_t BlockBytes() const { return packing == Packing::kDxt1 ? 8 : 16; }
  // Of a row of pixels or of blocks.
  std::size_t RowBytes(std::size_t columns) const {
    return packing == Packing::kNone ? columns * PixelBytes()
                                     : (columns + 3) / kDdsSide * BlockBytes();
  }
};

[[noreturn]] void FailOption(const char* name, const char* value) {
  Fail(OptionError, std::string("Invalid value of dds:") + name + ": " + value);
}

Packing PackingFor(const ImageInfo* image_info, const Image* image) {
  if (const char* const text = AccessDefinition(image_info, "dds", "compression")) {
    if (LocaleCompare(text, "none") == 0) return Packing::kNone;
    if (LocaleCompare(text, "dxt1") == 0) return Packing::kDxt1;
    if (LocaleCompare(text, "dxt5") == 0) return Packing::kDxt5;
    FailOption("compression", text);
  }
  if (image_info->compression == NoCompression) return Packing::kNone;
  if (LocaleCompare(image_info->magick, "DXT1") == 0) return Packing::kDxt1;
  if (LocaleCompare(image_info->magick, "DXT5") == 0) return Packing::kDxt5;
  return image->matte != MagickFalse ? Packing::kDxt5 : Packing::kDxt1;
}

// All there can be if both sides are powers of two, unless a number is asked for.
unsigned CopiesFor(const ImageInfo* image_info, const Image* image) {
  const auto most =
      static_cast<unsigned>(std::bit_width(std::max(image->columns, image->rows))) - 1;
  const char* text = AccessDefinition(image_info, "dds", "mipmaps");
  if (text == nullptr)
    return std::has_single_bit(image->columns) && std::has_single_bit(image->rows) ? most : 0;
  unsigned wanted = 0;
  const char* end = text + std::strlen(text);
  const auto [stop, error] = std::from_chars(text, end, wanted);
  if (error != std::errc() || stop != end) FailOption("mipmaps", text);
  return std::min(wanted, most);
}

Plan Choose(const ImageInfo* image_info, const Image* image) {
  constexpr unsigned long kMostSide = 1 << 26;  // so that all lengths have 32 bits
  if (image->columns > kMostSide || image->rows > kMostSide)
    Fail(CoderError, "Image column or row size is not supported");
  Plan plan;
  plan.packing = PackingFor(image_info, image);
  plan.matte = image->matte != MagickFalse;
  plan.copies = CopiesFor(image_info, image);
  return plan;
}

void PutPixelFormat(const Plan& plan, ByteSink& sink) {
  sink.U32Le(kDdsFormatBytes);
  if (plan.packing == Packing::kNone) {
    sink.U32Le(kDdsRgb | (plan.matte ? kDdsAlphaPixels : 0));
    sink.U32Le(0);
    sink.U32Le(static_cast<std::uint32_t>(8 * plan.PixelBytes()));
    for (const std::uint32_t mask : {0xff0000u, 0xff00u, 0xffu}) sink.U32Le(mask);
    sink.U32Le(plan.matte ? 0xff000000u : 0);
    return;
  }
  sink.U32Le(kDdsFourCc);
  sink.U32Le(plan.packing == Packing::kDxt1 ? DdsName("DXT1") : DdsName("DXT5"));
  sink.Fill(20);
}

void PutHeader(const Plan& plan, const Image* image, ByteSink& sink) {
  constexpr std::uint32_t kNeeded = 0x1007, kPitch = 8, kLevels = 0x20000, kLinearSize = 0x80000;
  constexpr std::uint32_t kTexture = 0x1000, kWithCopies = 0x400008;
  const bool plain = plan.packing == Packing::kNone;
  const std::size_t row = plan.RowBytes(image->columns);
  sink.U32Le(kDdsIdentifier);
  sink.U32Le(kDdsHeaderBytes);
  sink.U32Le(kNeeded | (plain ? kPitch : kLinearSize) | (plan.copies > 0 ? kLevels : 0));
  sink.U32Le(static_cast<std::uint32_t>(image->rows));
  sink.U32Le(static_cast<std::uint32_t>(image->columns));
  sink.U32Le(static_cast<std::uint32_t>(plain ? row : row * ((image->rows + 3) / kDdsSide)));
  sink.U32Le(0);
  sink.U32Le(plan.copies + 1);
  sink.Fill(44);
  PutPixelFormat(plan, sink);
  sink.U32Le(kTexture | (plan.copies > 0 ? kWithCopies : 0));
  sink.Fill(16);
}

std::uint8_t NearestByte(Quantum value) {
  return static_cast<std::uint8_t>((value * 255u + MaxRGB / 2) / MaxRGB);
}

DdsTexel TexelOf(const PixelPacket& pixel, bool matte) {
  const Quantum alpha = static_cast<Quantum>(MaxRGB - (matte ? pixel.opacity : OpaqueOpacity));
  return {NearestByte(pixel.red), NearestByte(pixel.green), NearestByte(pixel.blue),
          NearestByte(alpha)};
}

void FillPixels(const Plan& plan, const PixelPacket* pixels, std::size_t count, std::uint8_t* out) {
  for (std::size_t x = 0; x < count; ++x) {
    const DdsTexel texel = TexelOf(pixels[x], plan.matte);
    *out++ = texel.blue;
    *out++ = texel.green;
    *out++ = texel.red;
    if (plan.matte) *out++ = texel.alpha;
  }
}

// Beyond the edges, the pixels next to them are repeated.
void FillBlocks(const Plan& plan, const ConstPixels& source, std::size_t rows, std::size_t top,
                std::uint8_t* out) {
  for (std::size_t left = 0; left < source.columns; left += kDdsSide) {
    DdsBlock block;
    for (std::size_t i = 0; i < kDdsTexels; ++i) {
      const std::size_t x = std::min(left + i % kDdsSide, source.columns - 1);
      const std::size_t y = std::min(top + i / kDdsSide, rows - 1);
      block[i] = TexelOf(source.Row(y)[x], plan.matte);
    }
    if (plan.packing == Packing::kDxt1)
      EncodeBc1Block(block, plan.matte, out);
    else
      EncodeBc3Block(block, out);
    out += plan.BlockBytes();
  }
}

// Rows of blocks, several of them at once.
void WriteBlocks(const Plan& plan, Image* first, Image* image, const ConstPixels& source) {
  constexpr std::size_t kAtOnce = 64;
  const std::size_t rows = image->rows, count = (rows + 3) / kDdsSide;
  const std::size_t row_bytes = plan.RowBytes(image->columns);
  std::vector<std::uint8_t> bytes(std::min(kAtOnce, count) * row_bytes);
  CodingProgress progress(CodingProgress::Task::kSaving, image, &first->exception);
  for (std::size_t done = 0; done < count; done += kAtOnce) {
    const std::size_t now = std::min(kAtOnce, count - done);
    accel::ParallelBands(now, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        FillBlocks(plan, source, rows, (done + i) * kDdsSide, &bytes[i * row_bytes]);
    });
    WriteBytes(first, bytes.data(), now * row_bytes);
    progress.Tick(std::min((done + now) * kDdsSide, rows) - 1);
  }
}

void WriteSurface(const Plan& plan, Image* first, Image* image) {
  const ConstPixels source = AllPixels(image, &first->exception);
  if (plan.packing != Packing::kNone) return WriteBlocks(plan, first, image, source);
  WriteRows(first, image, plan.RowBytes(source.columns), [&](std::size_t y, std::uint8_t* row) {
    FillPixels(plan, source.Row(y), source.columns, row);
  });
}

// Made from the image itself, so that no error adds up.
void WriteCopy(const Plan& plan, Image* image, unsigned level) {
  const auto side = [&](unsigned long whole) { return std::max(whole >> level, 1ul); };
  const ImageOwner copy(ResizeImage(image, side(image->columns), side(image->rows), TriangleFilter,
                                    1.0, &image->exception));
  if (copy.get() == nullptr) FailAfter(&image->exception, CoderError, "Unable to resize the image");
  WriteSurface(plan, image, copy.get());
}

}  // namespace

unsigned int WriteDds(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    ToRgb(image);
    const Plan plan = Choose(image_info, image);
    ByteSink sink;
    PutHeader(plan, image, sink);
    sink.Flush(image);
    WriteSurface(plan, image, image);
    for (unsigned level = 1; level <= plan.copies; ++level) WriteCopy(plan, image, level);
  });
}

}  // namespace lodestone::coders
