#include <algorithm>
#include <cstring>

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfOutputFile.h>
#include <OpenEXR/ImfStandardAttributes.h>

#include "coders/common/compression_loss.hpp"
#include "coders/common/linear_light.hpp"
#include "coders/common/samples.hpp"
#include "coders/openexr/exr.hpp"
#include "magick/attribute.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

struct ExrPlan {
  bool gray = false;
  bool alpha = false;
  Imf::PixelType type = Imf::HALF;
  Imf::Compression compression = Imf::ZIP_COMPRESSION;

  std::vector<const char*> Names() const {
    std::vector<const char*> names;
    if (gray)
      names = {"Y"};
    else
      names = {"R", "G", "B"};
    if (alpha) names.push_back("A");
    return names;
  }
};

void Refuse(Image* image, const char* key, const char* text) {
  const std::string reason = "Value is not possible; ignored: exr:" + std::string(key) + "=" + text;
  Report(&image->exception, CoderWarning, reason.c_str(), image->filename);
}

Imf::Compression CompressionFor(const ImageInfo* image_info, Image* image) {
  if (const char* const name = AccessDefinition(image_info, "exr", "compression")) {
    for (const ExrCompression& each : ExrCompressions())
      if (LocaleCompare(name, each.name) == 0) return each.method;
    Refuse(image, "compression", name);
  }
  if (image_info->compression != UndefinedCompression) {
    for (const ExrCompression& each : ExrCompressions())
      if (each.type == image_info->compression) return each.method;
    WarnOfAbsentCompression("EXR", image, image_info->compression, ZipCompression,
                            &image->exception);
  }
  return Imf::ZIP_COMPRESSION;
}

// Half has 11 significant bits.
Imf::PixelType TypeFor(const ImageInfo* image_info, Image* image) {
  const Imf::PixelType usual = image->depth > 8 && QuantumDepth > 8 ? Imf::FLOAT : Imf::HALF;
  const char* const name = AccessDefinition(image_info, "exr", "type");
  if (name == nullptr) return usual;
  if (LocaleCompare(name, "half") == 0) return Imf::HALF;
  if (LocaleCompare(name, "float") == 0) return Imf::FLOAT;
  Refuse(image, "type", name);
  return usual;
}

ExrPlan PlanFor(const ImageInfo* image_info, Image* image) {
  const ImageType type = image_info->type;
  ExrPlan plan;
  plan.gray = Analyze(image, type == OptimizeType, &image->exception).grayscale &&
              type != TrueColorType && type != TrueColorMatteType;
  plan.alpha = image->matte != MagickFalse;
  plan.type = TypeFor(image_info, image);
  plan.compression = CompressionFor(image_info, image);
  return plan;
}

Imf::Header HeaderFor(const ExrPlan& plan, const Image* image) {
  constexpr unsigned long kMost = 0x3fffffff;
  if (image->columns > kMost || image->rows > kMost)
    Fail(CoderError, "Image column or row size is not supported");
  const RectangleInfo& page = image->page;
  const auto within = [](long offset) {
    return offset >= -static_cast<long>(kMost) && offset <= static_cast<long>(kMost);
  };
  const bool placed = page.width != 0 && page.height != 0 && page.width <= kMost &&
                      page.height <= kMost && within(page.x) && within(page.y);
  const auto box = [](long x, long y, unsigned long width, unsigned long height) {
    const auto left = static_cast<int>(x), top = static_cast<int>(y);
    return Imath::Box2i(Imath::V2i(left, top), Imath::V2i(left + static_cast<int>(width) - 1,
                                                          top + static_cast<int>(height) - 1));
  };
  const Imath::Box2i data =
      box(placed ? page.x : 0, placed ? page.y : 0, image->columns, image->rows);
  Imf::Header header(placed ? box(0, 0, page.width, page.height) : data, data);
  header.compression() = plan.compression;
  for (const char* name : plan.Names()) header.channels().insert(name, Imf::Channel(plan.type));
  const ImageAttribute* const comment = GetImageAttribute(image, "comment");
  if (comment != nullptr && comment->value != nullptr) Imf::addComments(header, comment->value);
  if (image->units != UndefinedResolution && image->x_resolution > 0) {
    const double inches = image->units == PixelsPerCentimeterResolution ? 2.54 : 1;
    Imf::addXDensity(header, static_cast<float>(image->x_resolution * inches));
    if (image->y_resolution > 0)
      header.pixelAspectRatio() = static_cast<float>(image->y_resolution / image->x_resolution);
  }
  return header;
}

// A row of light, multiplied by alpha, channel after channel.
void FillRow(const ExrPlan& plan, const std::vector<float>& light, const PixelPacket* pixels,
             std::size_t columns, float* row) {
  for (std::size_t x = 0; x < columns; ++x) {
    const PixelPacket& pixel = pixels[x];
    const float alpha =
        plan.alpha ? static_cast<float>((MaxRGBDouble - pixel.opacity) / MaxRGBDouble) : 1;
    if (plan.gray) {
      *row++ = light[Intensity(pixel)] * alpha;
    } else {
      *row++ = light[pixel.red] * alpha;
      *row++ = light[pixel.green] * alpha;
      *row++ = light[pixel.blue] * alpha;
    }
    if (plan.alpha) *row++ = alpha;
  }
}

// Rows of samples of one type, ready to be compressed.
template <typename Sample>
void WriteBands(Imf::OutputFile& file, const ExrPlan& plan, Image* image) {
  const std::vector<float> light = LightOfQuanta(image);
  const ConstPixels pixels = AllPixels(image, &image->exception);
  const std::vector<const char*> names = plan.Names();
  const std::size_t columns = image->columns, row_samples = columns * names.size();
  const std::size_t band = std::min<std::size_t>(kExrBandRows, image->rows);
  MemoryClaim claim;
  if (!claim.Acquire(std::uint64_t{row_samples} * band * sizeof(Sample))) FailOfMemoryLimit();
  std::vector<float> row(row_samples);
  std::vector<Sample> samples(row_samples * band);
  const Imath::Box2i& data = file.header().dataWindow();
  CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
  for (std::size_t first = 0; first < image->rows; first += band) {
    const std::size_t count = std::min(band, image->rows - first);
    for (std::size_t y = 0; y < count; ++y) {
      FillRow(plan, light, pixels.Row(first + y), columns, row.data());
      std::copy(row.begin(), row.end(),
                samples.begin() + static_cast<std::ptrdiff_t>(y * row_samples));
      progress.Tick(first + y);
    }
    const int top = data.min.y + static_cast<int>(first);
    const Imath::Box2i rows(Imath::V2i(data.min.x, top),
                            Imath::V2i(data.max.x, top + static_cast<int>(count) - 1));
    Imf::FrameBuffer source;
    for (std::size_t i = 0; i < names.size(); ++i)
      source.insert(names[i],
                    Imf::Slice::Make(plan.type, samples.data() + i, rows,
                                     names.size() * sizeof(Sample), row_samples * sizeof(Sample)));
    file.setFrameBuffer(source);
    file.writePixels(static_cast<int>(count));
  }
}

void WriteFile(const ExrPlan& plan, ExrOutput& output, Image* image) {
  const Imf::Header header = HeaderFor(plan, image);
  Imf::OutputFile file(output, header);
  if (plan.type == Imf::HALF)
    WriteBands<half>(file, plan, image);
  else
    WriteBands<float>(file, plan, image);
}

}  // namespace

unsigned int WriteExr(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    ToRgb(image);
    const ExrPlan plan = PlanFor(image_info, image);
    ExrOutput output;
    WithExr(CoderError, [&] { WriteFile(plan, output, image); });
    WriteBytes(image, output.bytes().data(), output.bytes().size());
  });
}

}  // namespace lodestone::coders
