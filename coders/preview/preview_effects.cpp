#include <algorithm>
#include <cstdio>
#include <iterator>

#include "coders/preview/preview.hpp"
#include "magick/colorspace.h"
#include "magick/decorate.h"
#include "magick/effect.h"
#include "magick/enhance.h"
#include "magick/fx.h"
#include "magick/memory.h"
#include "magick/quantize.h"
#include "magick/shear.h"
#include "magick/transform.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr double kLevels = MaxRGBDouble + 1.0;

std::string Text(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

void Modulate(const std::string& factors, PreviewTile& tile) {
  tile.Label("modulate %s", factors.c_str());
  ModulateImage(tile.get(), factors.c_str());
}

void Gamma(PreviewTile& tile) {
  const std::string gamma = Text("%g", -0.2 + 0.4 * (tile.step() + 1));
  tile.Label("gamma %s", gamma.c_str());
  GammaImage(tile.get(), gamma.c_str());
}

void Contrast(bool sharpen, PreviewTile& tile) {
  for (unsigned i = 0; i < tile.place(); ++i) ContrastImage(tile.get(), sharpen);
  tile.Label("%ccontrast %u", sharpen ? '-' : '+', tile.place() + 1);
}

void Quantize(ColorspaceType colorspace, PreviewTile& tile) {
  constexpr unsigned kGrayTreeDepth = 8;
  QuantizeInfo info;
  GetQuantizeInfo(&info);
  info.number_colors = 2ul << tile.step();
  info.colorspace = colorspace;
  info.dither = tile.dither() ? MagickTrue : MagickFalse;
  if (colorspace == GRAYColorspace) {
    info.tree_depth = kGrayTreeDepth;
    TransformColorspace(tile.get(), GRAYColorspace);
  }
  tile.Label("colors %lu", info.number_colors);
  QuantizeImage(&info, tile.get());
}

void Roll(PreviewTile& tile) {
  const unsigned part = tile.place() + 1;
  const auto x = static_cast<long>(part * tile.get()->columns / kPreviewTiles);
  const auto y = static_cast<long>(part * tile.get()->rows / kPreviewTiles);
  tile.Label("roll %+ld%+ld", x, y);
  tile.Replace(RollImage(tile.get(), x, y, tile.exception()));
}

void AddNoise(PreviewTile& tile) {
  struct Noise {
    const char* name;
    NoiseType type;
  };
  constexpr Noise kNoises[] = {{"uniform", UniformNoise},
                               {"Gaussian", GaussianNoise},
                               {"multiplicative", MultiplicativeGaussianNoise},
                               {"impulse", ImpulseNoise},
                               {"laplacian", LaplacianNoise},
                               {"Poisson", PoissonNoise}};
  if (tile.step() >= std::size(kNoises)) return tile.Hide();
  const Noise& noise = kNoises[tile.step()];
  tile.Label("+noise %s", noise.name);
  tile.Replace(AddNoiseImage(tile.get(), noise.type, tile.exception()));
}

void Shade(PreviewTile& tile) {
  constexpr double kFirst = 30.0;
  const bool first = tile.place() == 0;
  const double angle = first ? kFirst : 10.0 * tile.step();
  tile.Label("%sshade %gx%g", first ? "+" : "", angle, angle);
  tile.Replace(
      ShadeImage(tile.get(), first ? MagickFalse : MagickTrue, angle, angle, tile.exception()));
}

void Raise(PreviewTile& tile) {
  const unsigned width = 2 * tile.place() + 2;
  const RectangleInfo bevel{width, width, 0, 0};
  tile.Label("raise %ux%u", width, width);
  RaiseImage(tile.get(), &bevel, MagickTrue);
}

// As a file, with its size.
void Jpeg(const ImageInfo* image_info, PreviewTile& tile) {
  constexpr double kKilo = 1024.0;
  const Owner<ImageInfo, DestroyImageInfo> info(CloneImageInfo(nullptr));
  if (info == nullptr) throw std::bad_alloc();
  info->quality = static_cast<unsigned long>(tile.percentage() + 13.0);
  info->interlace = image_info->interlace;
  MagickStrlCpy(info->magick, "JPEG", MaxTextExtent);
  MagickStrlCpy(tile.get()->magick, "JPEG", MaxTextExtent);
  std::size_t length = 0;
  const Owner<void, MagickFree> file(
      ImageToBlob(info.get(), tile.get(), &length, tile.exception()));
  if (file == nullptr) return tile.Replace(nullptr);
  const auto bytes = static_cast<double>(length);
  const std::string size = bytes >= kKilo * kKilo ? Text("%gmb", bytes / kKilo / kKilo)
                           : bytes >= kKilo       ? Text("%gkb", bytes / kKilo)
                                                  : Text("%gb", bytes);
  tile.Label("quality %lu\n%s ", info->quality, size.c_str());
  tile.Replace(BlobToImage(info.get(), file.get(), length, tile.exception()));
}

// Operations with the radius and sigma of the tile.
using Filter = Image* (*)(const Image*, double, double, ExceptionInfo*);

Image* ReduceNoise(const Image* image, double radius, double, ExceptionInfo* exception) {
  return ReduceNoiseImage(image, radius, exception);
}

Image* Edge(const Image* image, double radius, double, ExceptionInfo* exception) {
  return EdgeImage(image, radius, exception);
}

struct FilterPreview {
  PreviewType type;
  const char* name;
  Filter filter;
};
constexpr FilterPreview kFilters[] = {{ReduceNoisePreview, "noise", ReduceNoise},
                                      {SharpenPreview, "sharpen", SharpenImage},
                                      {BlurPreview, "-blur", BlurImage},
                                      {EdgeDetectPreview, "edge", Edge},
                                      {CharcoalDrawingPreview, "charcoal", CharcoalImage}};

bool ApplyFilter(PreviewType type, PreviewTile& tile) {
  const auto* found = std::ranges::find(kFilters, type, &FilterPreview::type);
  if (found == std::end(kFilters)) return false;
  tile.Label("%s %gx%g", found->name, tile.radius(), tile.sigma());
  tile.Replace(found->filter(tile.get(), tile.radius(), tile.sigma(), tile.exception()));
  return true;
}

// What moves pixels.
bool ApplyDistortion(PreviewType type, PreviewTile& tile) {
  const double step = tile.step(), next = step + 1;
  switch (type) {
    case RotatePreview:
      tile.Label("rotate %.1f", 45.0 * next);
      tile.Replace(RotateImage(tile.get(), 45.0 * next, tile.exception()));
      return true;
    case ShearPreview:
      tile.Label("shear %.1fx%.1f", 10.0 * next, 20.0 * next);
      tile.Replace(ShearImage(tile.get(), 10.0 * next, 20.0 * next, tile.exception()));
      return true;
    case RollPreview:
      Roll(tile);
      return true;
    case SpreadPreview:
      tile.Label("spread %u", tile.place() + 1);
      tile.Replace(SpreadImage(tile.get(), tile.place() + 1, tile.exception()));
      return true;
    case SwirlPreview:
      tile.Label("swirl %.1f", 45.0 * step);
      tile.Replace(SwirlImage(tile.get(), 45.0 * step, tile.exception()));
      return true;
    case ImplodePreview:
      tile.Label("implode %.1f", tile.percentage() / 100.0);
      tile.Replace(ImplodeImage(tile.get(), tile.percentage() / 100.0, tile.exception()));
      return true;
    case WavePreview:
      tile.Label("wave %.1fx%.1f", 2.5 * next, 10.0 * next);
      tile.Replace(WaveImage(tile.get(), 2.5 * next, 10.0 * next, tile.exception()));
      return true;
    default:
      return false;
  }
}

// What changes colours.
bool ApplyTone(PreviewType type, PreviewTile& tile) {
  const double threshold = tile.percentage() * kLevels / 100.0;
  switch (type) {
    case HuePreview:
      Modulate(Text("100/100/%g", 2.0 * tile.percentage()), tile);
      return true;
    case SaturationPreview:
      Modulate(Text("100/%g", 2.0 * tile.percentage()), tile);
      return true;
    case BrightnessPreview:
      Modulate(Text("%g", 2.0 * tile.percentage()), tile);
      return true;
    case SpiffPreview:
    case DullPreview:
      Contrast(type == SpiffPreview, tile);
      return true;
    case GrayscalePreview:
      Quantize(GRAYColorspace, tile);
      return true;
    case QuantizePreview:
      Quantize(tile.get()->colorspace, tile);
      return true;
    case ThresholdPreview:
      tile.Label("threshold %lu", static_cast<unsigned long>(threshold));
      ThresholdImage(tile.get(), threshold);
      return true;
    case SolarizePreview:
      tile.Label("solarize %g", tile.percentage());
      SolarizeImage(tile.get(), threshold);
      return true;
    default:
      return false;
  }
}

// What regards neighbours.
bool ApplyEffect(PreviewType type, PreviewTile& tile) {
  const double smoothing = 0.4 * (tile.step() + 1), brush = 0.5 * (tile.place() + 1);
  switch (type) {
    case DespecklePreview:
      for (unsigned i = 0; i < tile.place(); ++i)
        tile.Replace(DespeckleImage(tile.get(), tile.exception()));
      tile.Label("despeckle %u", tile.place() + 1);
      return true;
    case AddNoisePreview:
      AddNoise(tile);
      return true;
    case ShadePreview:
      Shade(tile);
      return true;
    case RaisePreview:
      Raise(tile);
      return true;
    case SegmentPreview:
      tile.Label("segment %.1fx%.1f", smoothing, smoothing);
      SegmentImage(tile.get(), tile.get()->colorspace, MagickFalse, smoothing, smoothing);
      return true;
    case OilPaintPreview:
      tile.Label("paint %g", brush);
      tile.Replace(OilPaintImage(tile.get(), brush, tile.exception()));
      return true;
    default:
      return false;
  }
}

}  // namespace

void ApplyPreview(PreviewType type, const ImageInfo* image_info, PreviewTile& tile) {
  if (type == JPEGPreview) return Jpeg(image_info, tile);
  const bool done = ApplyFilter(type, tile) || ApplyDistortion(type, tile) ||
                    ApplyTone(type, tile) || ApplyEffect(type, tile);
  if (!done) Gamma(tile);
}

}  // namespace lodestone::coders
