#include "coders/synthetic/sample_images.hpp"

#include <algorithm>

#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/row_bands.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr SampleImage kImages[] = {{"ROSE", "PPM", 70, 46, RoseColor},
                                   {"LOGO", "GIF", 654, 418, LogoColor},
                                   {"GRANITE", "GIF", 128, 128, GraniteColor}};

constexpr int kPlaces = 4;  // of a pixel that are averaged, on each axis

PixelPacket PixelAt(const SampleImage& sample, std::size_t x, std::size_t y) {
  Rgb sum = {};
  for (int v = 0; v < kPlaces; ++v)
    for (int u = 0; u < kPlaces; ++u) {
      const Rgb color = sample.color(static_cast<double>(x) + (u + 0.5) / kPlaces,
                                     static_cast<double>(y) + (v + 0.5) / kPlaces);
      for (std::size_t i = 0; i < 3; ++i) sum[i] += std::clamp(color[i], 0.0, 1.0);
    }
  const auto quantum = [&](std::size_t i) {
    return static_cast<Quantum>(
        ScaleCharToQuantum(static_cast<unsigned>(sum[i] / (kPlaces * kPlaces) * 255 + 0.5)));
  };
  PixelPacket pixel = {};
  pixel.red = quantum(0);
  pixel.green = quantum(1);
  pixel.blue = quantum(2);
  pixel.opacity = OpaqueOpacity;
  return pixel;
}

Image* ReadSampleImage(const SampleImage& sample, const ImageInfo* image_info,
                       ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    MagickStrlCpy(image->filename, image_info->filename, MaxTextExtent);
    MagickStrlCpy(image->magick, sample.format, MaxTextExtent);
    image->columns = sample.columns;
    image->rows = sample.rows;
    image->depth = 8;
    CheckLimits(image);
    if (image_info->ping != MagickFalse) return;
    const Pixels target = NewPixels(image, exception);
    ReadRows(image, exception, [&](std::size_t y) {
      for (std::size_t x = 0; x < sample.columns; ++x) target.Row(y)[x] = PixelAt(sample, x, y);
    });
    SyncPixels(image, exception);
  });
}

template <std::size_t number>
Image* ReadSample(const ImageInfo* image_info, ExceptionInfo* exception) {
  return ReadSampleImage(kImages[number], image_info, exception);
}

}  // namespace

double Smooth(double from, double to, double value) {
  const double part = std::clamp((value - from) / (to - from), 0.0, 1.0);
  return part * part * (3 - 2 * part);
}

double Noise(int x, int y, unsigned seed) {
  std::uint32_t mixed = static_cast<std::uint32_t>(x) * 0x9e3779b1u ^
                        static_cast<std::uint32_t>(y) * 0x85ebca77u ^ seed * 0xc2b2ae3du;
  for (int round = 0; round < 2; ++round) {
    mixed ^= mixed >> 15;
    mixed *= 0x2c1b3c6du;
    mixed ^= mixed >> 12;
    mixed *= 0x297a2d39u;
  }
  return static_cast<double>(mixed ^ mixed >> 15) / 4294967296.0;
}

void RegisterSampleImages() {
  const auto add = [](std::size_t number, const char* description, DecoderHandler decoder) {
    FormatEntry entry{kImages[number].name, description, "LOGO", decoder};
    entry.adjoin = false;
    entry.extension = IgnoreExtensionTreatment;
    RegisterFormat(entry);
  };
  add(0, "A rose, 70x46", ReadSample<0>);
  add(1, "The emblem of Lodestone, 654x418", ReadSample<1>);
  add(2, "Granite texture, 128x128", ReadSample<2>);
}

}  // namespace lodestone::coders
