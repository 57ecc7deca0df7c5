// Images filled with colours: XC (one colour), GRADIENT, NULL.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "coders/common/coder.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/samples.hpp"
#include "magick/color_lookup.h"
#include "magick/enum_strings.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

PixelPacket LookUpColor(const char* name) {
  PixelPacket color = {};
  ExceptionInfo ignored;  // the failure is reported once, as an error
  GetExceptionInfo(&ignored);
  const unsigned int found = QueryColorDatabase(name, &color, &ignored);
  DestroyExceptionInfo(&ignored);
  if (found == MagickFail) Fail(OptionError, "Unrecognized color");
  return color;
}

// Fills the image with one colour: PseudoClass with one entry unless true colour is wanted.
void FillWithColor(const ImageInfo* image_info, const PixelPacket& color, Image* image,
                   ExceptionInfo* exception) {
  image->columns = std::max(image->columns, 1ul);
  image->rows = std::max(image->rows, 1ul);
  CheckLimits(image);
  image->background_color = color;
  if (image_info->type != TrueColorType && image_info->type != TrueColorMatteType) {
    MakeColormap(image, 1);
    image->colormap[0] = color;
  }
  image->matte = color.opacity != OpaqueOpacity ? MagickTrue : MagickFalse;
  const Pixels target = NewPixels(image, exception);
  const std::size_t count = std::size_t{image->columns} * image->rows;
  std::fill_n(target.pixels, count, color);
  if (image->storage_class == PseudoClass) std::fill_n(target.indexes, count, IndexPacket{0});
  SyncPixels(image, exception);
  SetShade(image, IsGrayPixel(color), IsMonochromePixel(color));
}

Image* ReadXc(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    MagickStrlCpy(image->filename, image_info->filename, MaxTextExtent);
    FillWithColor(image_info, LookUpColor(image_info->filename), image, exception);
  });
}

Image* ReadNull(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    MagickStrlCpy(image->filename, image_info->filename, MaxTextExtent);
    const char* name = image_info->filename;
    const PixelPacket color = *name == '\0' ? image->background_color : LookUpColor(name);
    FillWithColor(image_info, color, image, exception);
  });
}

// Accepts any image and discards it.
unsigned int WriteNull(const ImageInfo* image_info, Image* image) {
  (void)image_info;
  (void)image;
  return MagickPass;
}

Quantum Mix(Quantum start, Quantum stop, double part) {
  const double value = (start * (MaxRGBDouble - part) + stop * part) / MaxRGBDouble;
  return static_cast<Quantum>(std::clamp(value, 0.0, MaxRGBDouble) + 0.5);
}

std::vector<PixelPacket> MakeRamp(const PixelPacket& start, const PixelPacket& stop,
                                  std::size_t steps) {
  std::vector<PixelPacket> ramp(steps);
  const double step = steps > 1 ? MaxRGBDouble / static_cast<double>(steps - 1) : 0.0;
  for (std::size_t i = 0; i < steps; ++i) {
    const double part = static_cast<double>(i) * step;
    ramp[i].red = Mix(start.red, stop.red, part);
    ramp[i].green = Mix(start.green, stop.green, part);
    ramp[i].blue = Mix(start.blue, stop.blue, part);
    ramp[i].opacity = Mix(start.opacity, stop.opacity, part);
  }
  return ramp;
}

// The position of each pixel along the ramp.
class Direction {
 public:
  Direction(GravityType gravity, std::size_t columns, std::size_t rows)
      : gravity_(gravity), right_(columns - 1), bottom_(rows - 1) {}

  std::size_t Steps() const {
    if (gravity_ == WestGravity || gravity_ == EastGravity) return right_ + 1;
    if (!Diagonal()) return bottom_ + 1;
    return Distance(right_, bottom_) + 1;
  }

  std::size_t At(std::size_t x, std::size_t y) const {
    switch (gravity_) {
      case NorthGravity:
        return bottom_ - y;
      case WestGravity:
        return right_ - x;
      case EastGravity:
        return x;
      case NorthWestGravity:
        return Distance(right_ - x, bottom_ - y);
      case NorthEastGravity:
        return Distance(x, bottom_ - y);
      case SouthWestGravity:
        return Distance(right_ - x, y);
      case SouthEastGravity:
        return Distance(x, y);
      default:
        return y;
    }
  }

 private:
  bool Diagonal() const {
    return gravity_ == NorthWestGravity || gravity_ == NorthEastGravity ||
           gravity_ == SouthWestGravity || gravity_ == SouthEastGravity;
  }
  static std::size_t Distance(std::size_t dx, std::size_t dy) {
    const double x = static_cast<double>(dx);
    const double y = static_cast<double>(dy);
    return static_cast<std::size_t>(std::sqrt(x * x + y * y) + 0.5);
  }
  GravityType gravity_;
  std::size_t right_;
  std::size_t bottom_;
};

void FillWithGradient(const Direction& direction, const std::vector<PixelPacket>& ramp,
                      Image* image, ExceptionInfo* exception) {
  if (ramp.size() <= MaxColormapSize) {
    MakeColormap(image, ramp.size());
    std::copy(ramp.begin(), ramp.end(), image->colormap);
  }
  const Pixels target = NewPixels(image, exception);
  const bool palette = image->storage_class == PseudoClass;
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t y = 0; y < image->rows; ++y) {
    for (std::size_t x = 0; x < image->columns; ++x) {
      const std::size_t step = direction.At(x, y);
      target.Row(y)[x] = ramp[step];
      if (palette) target.IndexRow(y)[x] = static_cast<IndexPacket>(step);
    }
    progress.Tick(y);
  }
  SyncPixels(image, exception);
}

// The name is "start-stop"; stop is black for light colours and white for dark ones by default.
void ParseColors(const char* name, PixelPacket& start, PixelPacket& stop) {
  const char* dash = std::strchr(name, '-');
  const std::string first = dash == nullptr ? name : std::string(name, dash);
  start = LookUpColor(first.empty() ? "white" : first.c_str());
  if (dash != nullptr && dash[1] != '\0') {
    stop = LookUpColor(dash + 1);
  } else {
    stop = LookUpColor(Intensity(start) > MaxRGB / 2 ? "black" : "white");
  }
}

Image* ReadGradient(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    if (image->columns == 0 || image->rows == 0) Fail(OptionError, "Must specify image size");
    CheckLimits(image);
    MagickStrlCpy(image->filename, image_info->filename, MaxTextExtent);
    PixelPacket start = {};
    PixelPacket stop = {};
    ParseColors(image_info->filename, start, stop);
    const char* wanted = AccessDefinition(image_info, "gradient", "direction");
    image->gravity = wanted == nullptr ? SouthGravity : StringToGravityType(wanted);
    image->matte = start.opacity != OpaqueOpacity || stop.opacity != OpaqueOpacity;
    const Direction direction(image->gravity, image->columns, image->rows);
    FillWithGradient(direction, MakeRamp(start, stop, direction.Steps()), image, exception);
    SetShade(image, IsGrayPixel(start) && IsGrayPixel(stop), false);
  });
}

// As ImageMagick's: from the centre to the ends of the longer axis; beyond is the second colour.
void FillRadially(const PixelPacket& start, const PixelPacket& stop, Image* image,
                  ExceptionInfo* exception) {
  const double middle_x = static_cast<double>(image->columns - 1) / 2;
  const double middle_y = static_cast<double>(image->rows - 1) / 2;
  const double radius = std::max({middle_x, middle_y, 1e-9});
  const Pixels target = NewPixels(image, exception);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t y = 0; y < image->rows; ++y) {
    for (std::size_t x = 0; x < image->columns; ++x) {
      const double distance =
          std::hypot(static_cast<double>(x) - middle_x, static_cast<double>(y) - middle_y);
      const double part = MaxRGBDouble * std::min(distance / radius, 1.0);
      target.Row(y)[x].red = Mix(start.red, stop.red, part);
      target.Row(y)[x].green = Mix(start.green, stop.green, part);
      target.Row(y)[x].blue = Mix(start.blue, stop.blue, part);
      target.Row(y)[x].opacity = Mix(start.opacity, stop.opacity, part);
    }
    progress.Tick(y);
  }
  SyncPixels(image, exception);
}

Image* ReadRadialGradient(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    if (image->columns == 0 || image->rows == 0) Fail(OptionError, "Must specify image size");
    CheckLimits(image);
    MagickStrlCpy(image->filename, image_info->filename, MaxTextExtent);
    PixelPacket start = {}, stop = {};
    ParseColors(image_info->filename, start, stop);
    image->matte = start.opacity != OpaqueOpacity || stop.opacity != OpaqueOpacity;
    FillRadially(start, stop, image, exception);
    SetShade(image, IsGrayPixel(start) && IsGrayPixel(stop), false);
  });
}

}  // namespace

void RegisterFillImages() {
  const auto add = [](const char* name, const char* description, DecoderHandler decoder,
                      EncoderHandler encoder) {
    FormatEntry entry{name, description, name, decoder, encoder};
    entry.adjoin = false;
    entry.raw = true;
    entry.extension = IgnoreExtensionTreatment;
    RegisterFormat(entry);
  };
  add("XC", "Constant image uniform color", ReadXc, nullptr);
  add("NULL", "Reads as one color, writes nothing", ReadNull, WriteNull);
  add("GRADIENT", "Linear gradient between two colors", ReadGradient, nullptr);
  add("RADIAL-GRADIENT", "Radial gradient between two colors", ReadRadialGradient, nullptr);
}

}  // namespace lodestone::coders
