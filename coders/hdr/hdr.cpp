#include "coders/hdr/hdr.hpp"

#include <cmath>
#include <cstring>

#include "coders/common/metadata.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "magick/attribute.h"

namespace lodestone::coders {
namespace {

constexpr int kBias = 128, kBits = 8;

struct Light {
  float red, green, blue;
};

// XYZ, white being 1, 1, 1 in all of Radiance's spaces, as red, green and blue of sRGB.
Light FromXyz(const Light& xyz) {
  const float x = xyz.red, y = xyz.green, z = xyz.blue;
  return {3.2404542f * x - 1.5371385f * y - 0.4985314f * z,
          -0.9692660f * x + 1.8760108f * y + 0.0415560f * z,
          0.0556434f * x - 0.2040259f * y + 1.0572252f * z};
}

Light LightOf(const HdrPixel& pixel, bool xyz) {
  if (pixel[3] == 0) return {0, 0, 0};
  const float scale = std::ldexp(1.0f, pixel[3] - kBias - kBits);
  const Light light = {static_cast<float>(pixel[0]) * scale, static_cast<float>(pixel[1]) * scale,
                       static_cast<float>(pixel[2]) * scale};
  return xyz ? FromXyz(light) : light;
}

PixelPacket PacketOf(const Light& light, const LightSamples& samples) {
  PixelPacket pixel = {};
  samples.Store(light.red, light.green, light.blue, pixel);
  pixel.opacity = OpaqueOpacity;
  return pixel;
}

HdrPixel PixelOf(const Light& light) {
  constexpr float kLeast = 1e-30f, kMost = 255.5f;
  const float brightest = std::max({light.red, light.green, light.blue});
  if (!(brightest > kLeast)) return {};
  int exponent = 0;
  std::frexp(brightest, &exponent);
  if (std::ldexp(brightest, kBits - exponent) >= kMost) ++exponent;
  const auto mantissa = [&](float value) {
    return static_cast<std::uint8_t>(std::ldexp(value, kBits - exponent) + 0.5f);
  };
  return {mantissa(light.red), mantissa(light.green), mantissa(light.blue),
          static_cast<std::uint8_t>(exponent + kBias)};
}

void StoreLine(const HdrHeader& header, const LightSamples& samples, std::span<const HdrPixel> line,
               std::size_t number, const Pixels& target) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::size_t x = header.by_columns ? number : i, y = header.by_columns ? i : number;
    target.Row(header.from_bottom ? header.rows - 1 - y
                                  : y)[header.from_right ? header.columns - 1 - x : x] =
        PacketOf(LightOf(line[i], header.xyz), samples);
  }
}

void ReadPixels(const HdrHeader& header, const LightSamples& samples, BlobReader& reader,
                Image* image, ExceptionInfo* exception) {
  std::vector<HdrPixel> line(header.LineLength());
  const Pixels target = NewPixels(image, exception);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t number = 0; number < header.Lines(); ++number) {
    TakeHdrLine(reader, line);
    StoreLine(header, samples, line, number, target);
    progress.Tick(number * image->rows / header.Lines());
  }
  SyncPixels(image, exception);
}

Image* ReadHdr(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    BlobReader reader(image);
    const HdrHeader header = TakeHdrHeader(reader);
    image->columns = header.columns;
    image->rows = header.rows;
    image->depth = QuantumDepth;
    image->compression = RLECompression;
    CheckLimits(image);
    if (!header.comment.empty()) StoreText(image, "comment", header.comment.c_str());
    const LightSamples samples(image_info, "hdr", header.xyz ? Primaries() : header.primaries,
                               false);
    samples.Describe(image);
    if (image_info->ping == MagickFalse) ReadPixels(header, samples, reader, image, exception);
  });
}

// A line each, that begins with a mark.
std::string Remarks(const Image* image) {
  const ImageAttribute* const comment = GetImageAttribute(image, "comment");
  if (comment == nullptr || comment->value == nullptr || *comment->value == '\0') return "";
  std::string text = "# ";
  for (const char* c = comment->value; *c != '\0'; ++c) {
    text += *c;
    if (*c == '\n') text += "# ";
  }
  return text + '\n';
}

unsigned int WriteHdr(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    ToRgb(image);
    const std::vector<float> light = LightOfQuanta(image);
    const bool runs = image_info->compression != NoCompression;
    WriteText(image, "#?RADIANCE\n" + Remarks(image) + "FORMAT=32-bit_rle_rgbe\n\n-Y " +
                         std::to_string(image->rows) + " +X " + std::to_string(image->columns) +
                         "\n");
    const ConstPixels source = AllPixels(image, &image->exception);
    std::vector<HdrPixel> line(image->columns);
    ByteSink sink;
    CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
    for (std::size_t y = 0; y < image->rows; ++y) {
      for (std::size_t x = 0; x < image->columns; ++x) {
        const PixelPacket& pixel = source.Row(y)[x];
        line[x] = PixelOf({light[pixel.red], light[pixel.green], light[pixel.blue]});
      }
      PutHdrLine(line, runs, sink);
      sink.Flush(image);
      progress.Tick(y);
    }
  });
}

unsigned int IsHdr(const unsigned char* magick, const std::size_t length) {
  const std::string_view start(reinterpret_cast<const char*>(magick), length);
  return start.starts_with("#?RADIANCE") || start.starts_with("#?RGBE") ? MagickTrue : MagickFalse;
}

}  // namespace

// GraphicsMagick recognizes the content as RAD, without a coder of that name.
void RegisterHdrImage() {
  for (const char* name : {"HDR", "RAD"}) {
    FormatEntry entry{name, "Radiance RGBE", "HDR", ReadHdr, WriteHdr, IsHdr};
    entry.adjoin = false;
    entry.traits = {"8 and an exponent (clipped to 0..1)", "", "", "primaries (read), comment",
                    "999999999x999999999"};
    RegisterFormat(entry);
  }
}

}  // namespace lodestone::coders
