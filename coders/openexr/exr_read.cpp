#include <cmath>
#include <functional>

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfInputPart.h>
#include <OpenEXR/ImfMultiPartInputFile.h>
#include <OpenEXR/ImfPartType.h>
#include <OpenEXR/ImfRgbaFile.h>
#include <OpenEXR/ImfStandardAttributes.h>

#include "base/thread_pool.hpp"
#include "coders/common/linear_light.hpp"
#include "coders/common/metadata.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/whole_input.hpp"
#include "coders/openexr/exr.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kSamples = 4;  // red, green, blue, alpha

// Which channels become which samples.
struct ExrPlan {
  std::string names[kSamples];  // empty: there is none
  bool gray = false;
  bool chroma = false;  // luma with chroma of fewer samples
  bool alpha() const { return !names[3].empty(); }
};

ExrPlan PlanOf(const Imf::ChannelList& channels) {
  ExrPlan plan;
  const auto has = [&](const char* name) { return channels.findChannel(name) != nullptr; };
  if (has("A")) plan.names[3] = "A";
  plan.chroma = has("Y") && has("RY") && has("BY");
  if (has("R") || has("G") || has("B")) {
    constexpr const char* kColors[] = {"R", "G", "B"};
    for (std::size_t i = 0; i < 3; ++i) plan.names[i] = has(kColors[i]) ? kColors[i] : "";
    plan.chroma = false;
  } else if (has("Y")) {
    plan.gray = !plan.chroma;
    plan.names[0] = "Y";
  } else {
    // Depth, masks and others: the first one.
    if (channels.begin() == channels.end()) Fail(CorruptImageError, "Missing an image channel");
    plan.gray = true;
    plan.names[0] = channels.begin().name();
    if (plan.names[0] == "A") plan.names[3].clear();
  }
  for (const std::string& name : plan.names) {
    const Imf::Channel* const channel = name.empty() ? nullptr : channels.findChannel(name);
    if (channel != nullptr && (channel->xSampling != 1 || channel->ySampling != 1))
      Fail(CoderError, "Irregular channel geometry is not supported");
  }
  return plan;
}

Primaries PrimariesOf(const Imf::Header& header) {
  Primaries primaries;
  if (!Imf::hasChromaticities(header)) return primaries;
  const Imf::Chromaticities& file = Imf::chromaticities(header);
  const auto set = [](double(&target)[2], const Imath::V2f& value) {
    target[0] = value.x;
    target[1] = value.y;
  };
  set(primaries.red, file.red);
  set(primaries.green, file.green);
  set(primaries.blue, file.blue);
  set(primaries.white, file.white);
  return primaries;
}

void DescribePlace(const Imf::Header& header, Image* image) {
  const Imath::Box2i& data = header.dataWindow();
  const Imath::Box2i& display = header.displayWindow();
  image->columns = static_cast<unsigned long>(std::int64_t{data.max.x} - data.min.x + 1);
  image->rows = static_cast<unsigned long>(std::int64_t{data.max.y} - data.min.y + 1);
  if (data == display) return;
  image->page.width = static_cast<unsigned long>(std::int64_t{display.max.x} - display.min.x + 1);
  image->page.height = static_cast<unsigned long>(std::int64_t{display.max.y} - display.min.y + 1);
  image->page.x = static_cast<long>(std::int64_t{data.min.x} - display.min.x);
  image->page.y = static_cast<long>(std::int64_t{data.min.y} - display.min.y);
}

void Describe(const Imf::Header& header, const ExrPlan& plan, const LightSamples& light,
              Image* image) {
  image->depth = QuantumDepth;
  image->matte = plan.alpha() ? MagickTrue : MagickFalse;
  SetShade(image, plan.gray, false);
  DescribePlace(header, image);
  for (const ExrCompression& each : ExrCompressions())
    if (each.method == header.compression()) image->compression = each.type;
  if (Imf::hasComments(header)) StoreText(image, "comment", Imf::comments(header).c_str());
  if (Imf::hasXDensity(header) && std::isfinite(Imf::xDensity(header)) &&
      Imf::xDensity(header) > 0) {
    image->units = PixelsPerInchResolution;
    image->x_resolution = Imf::xDensity(header);
    image->y_resolution = Imf::xDensity(header) * header.pixelAspectRatio();
  }
  light.Describe(image);
}

// Reads rows from `first` on, red, green, blue and alpha of each pixel.
using BandReader = std::function<void(int first, int last, float* samples)>;

BandReader ReaderOf(Imf::InputPart& part, const ExrPlan& plan) {
  return [&part, &plan](int first, int last, float* samples) {
    const Imath::Box2i& data = part.header().dataWindow();
    const Imath::Box2i band(Imath::V2i(data.min.x, first), Imath::V2i(data.max.x, last));
    const auto columns = static_cast<std::size_t>(std::int64_t{data.max.x} - data.min.x + 1);
    Imf::FrameBuffer target;
    for (std::size_t i = 0; i < kSamples; ++i) {
      if (plan.names[i].empty()) continue;
      target.insert(plan.names[i],
                    Imf::Slice::Make(Imf::FLOAT, samples + i, band, kSamples * sizeof(float),
                                     columns * kSamples * sizeof(float)));
    }
    part.setFrameBuffer(target);
    part.readPixels(first, last);
  };
}

// Luma and chroma are put together by the library, with the precision of half.
BandReader ReaderOf(Imf::RgbaInputFile& file) {
  return [&file](int first, int last, float* samples) {
    const Imath::Box2i& data = file.dataWindow();
    const auto columns = static_cast<std::size_t>(std::int64_t{data.max.x} - data.min.x + 1);
    const std::size_t count = columns * static_cast<std::size_t>(last - first + 1);
    std::vector<Imf::Rgba> pixels(count);
    const std::ptrdiff_t origin =
        -static_cast<std::ptrdiff_t>(data.min.x) -
        static_cast<std::ptrdiff_t>(first) * static_cast<std::ptrdiff_t>(columns);
    file.setFrameBuffer(pixels.data() + origin, 1, columns);
    file.readPixels(first, last);
    for (std::size_t i = 0; i < count; ++i, samples += kSamples) {
      samples[0] = pixels[i].r;
      samples[1] = pixels[i].g;
      samples[2] = pixels[i].b;
      samples[3] = pixels[i].a;
    }
  };
}

// Colours of files are multiplied by alpha.
void StoreRow(const float* samples, const ExrPlan& plan, const LightSamples& light,
              std::size_t columns, PixelPacket* row) {
  for (std::size_t x = 0; x < columns; ++x, samples += kSamples) {
    const float alpha = plan.alpha() ? samples[3] : 1;
    const float scale = alpha > 0 && alpha < 1 ? 1 / alpha : 1;
    PixelPacket& pixel = row[x];
    if (plan.gray)
      pixel.red = pixel.green = pixel.blue = light.Gray(samples[0] * scale);
    else
      light.Store(samples[0] * scale, samples[1] * scale, samples[2] * scale, pixel);
    pixel.opacity = static_cast<Quantum>(MaxRGB - QuantumOfShare(alpha));
  }
}

void StoreGrayRow(const float* samples, const LightSamples& light, std::size_t columns,
                  Quantum* row) {
  for (std::size_t x = 0; x < columns; ++x) row[x] = light.Gray(samples[x * kSamples]);
}

void ReadPixels(const BandReader& read, const ExrPlan& plan, const LightSamples& light, int top,
                Image* image, ExceptionInfo* exception) {
  const std::size_t columns = image->columns,
                    band = std::min<std::size_t>(kExrBandRows, image->rows);
  MemoryClaim claim;
  if (!claim.Acquire(std::uint64_t{columns} * band * kSamples * sizeof(float))) FailOfMemoryLimit();
  const bool one = plan.gray && !plan.alpha();
  const GrayPixels gray = one ? NewGrayPixels(image, 0, exception) : GrayPixels();
  const Pixels pixels = gray.samples == nullptr ? NewPixels(image, exception) : Pixels();
  std::vector<float> samples(columns * band * kSamples);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t first = 0; first < image->rows; first += band) {
    const std::size_t count = std::min(band, image->rows - first);
    const int start = top + static_cast<int>(first);
    read(start, start + static_cast<int>(count) - 1, samples.data());
    accel::ParallelBands(count, accel::RowsPerTask(columns), [&](std::size_t y, std::size_t end) {
      for (; y < end; ++y) {
        const float* const row = samples.data() + y * columns * kSamples;
        if (gray.samples == nullptr)
          StoreRow(row, plan, light, columns, pixels.Row(first + y));
        else
          StoreGrayRow(row, light, columns, gray.Row(first + y));
      }
    });
    progress.Tick(first + count - 1);
  }
  if (gray.samples == nullptr) SyncPixels(image, exception);
}

// A file in memory, and what was asked for of it.
struct ExrSource {
  std::span<const std::uint8_t> bytes;
  const ImageInfo* image_info;
  ExceptionInfo* exception;
};

void ReadPart(const ExrSource& source, Imf::MultiPartInputFile& file, int number, Image* image) {
  const Imf::Header& header = file.header(number);
  if (header.hasType() && Imf::isDeepData(header.type()))
    Fail(CoderError, "Deep OpenEXR images are not supported");
  const ExrPlan plan = PlanOf(header.channels());
  const LightSamples light(source.image_info, "exr", PrimariesOf(header), plan.gray);
  Describe(header, plan, light, image);
  if (file.parts() > 1 && header.hasName()) StoreText(image, "label", header.name().c_str());
  CheckLimits(image);
  if (source.image_info->ping != MagickFalse) return;
  const int top = header.dataWindow().min.y;
  if (!plan.chroma) {
    Imf::InputPart part(file, number);
    return ReadPixels(ReaderOf(part, plan), plan, light, top, image, source.exception);
  }
  if (number != 0) Fail(CoderError, "Luma with chroma is only supported in the first part");
  ExrInput again(source.bytes);
  Imf::RgbaInputFile colors(again);
  ReadPixels(ReaderOf(colors), plan, light, top, image, source.exception);
}

void ReadFile(const ExrSource& source, Image* image) {
  ExrInput input(source.bytes);
  Imf::MultiPartInputFile file(input);
  const FrameRange range = WantedFrames(source.image_info, static_cast<std::size_t>(file.parts()));
  for (std::size_t number = range.first; number < range.end; ++number) {
    if (number != range.first) image = NextImage(source.image_info, image);
    image->scene = number;
    ReadPart(source, file, static_cast<int>(number), image);
  }
}

}  // namespace

Image* ReadExr(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const WholeInput file(image);
    CheckExrHeaders(file.bytes());
    const ExrSource source = {file.bytes(), image_info, exception};
    WithExr(CorruptImageError, [&] { ReadFile(source, image); });
  });
}

}  // namespace lodestone::coders
