// Options that control reading and writing; some also change the images already read.
#include <cstdlib>

#include "utilities/shell/exception.hpp"
#include "utilities/options/image_tasks.hpp"
#include "utilities/options/option_checks.hpp"

namespace lodestone::cli {
namespace {

void CheckCompression(const OptionUse& use) {
  CheckName<StringToCompressionType, UndefinedCompression>(use, "Unrecognized image compression");
}
void CheckEndian(const OptionUse& use) {
  CheckName<StringToEndianType, UndefinedEndian>(use, "Unrecognized endian type");
}
void CheckFilter(const OptionUse& use) {
  CheckName<StringToFilterTypes, UndefinedFilter>(use, "Unrecognized image filter");
}
void CheckGravity(const OptionUse& use) {
  CheckName<StringToGravityType, ForgetGravity>(use, "Unrecognized gravity type");
}
struct NamedIntent {
  const char* name;
  RenderingIntent intent;
};
constexpr NamedIntent kIntents[] = {{"Absolute", AbsoluteIntent},
                                    {"Perceptual", PerceptualIntent},
                                    {"Relative", RelativeIntent},
                                    {"Saturation", SaturationIntent}};

RenderingIntent ParseIntent(const char* text) {
  for (const NamedIntent& each : kIntents)
    if (LocaleCompare(each.name, text) == 0) return each.intent;
  return UndefinedIntent;
}

void CheckIntent(const OptionUse& use) {
  CheckName<ParseIntent, UndefinedIntent>(use, "Unrecognized intent type");
}
void CheckInterlace(const OptionUse& use) {
  CheckName<StringToInterlaceType, UndefinedInterlace>(use, "Unrecognized interlace type");
}
void CheckType(const OptionUse& use) {
  CheckName<StringToImageType, UndefinedType>(use, "Unrecognized image type");
}
void CheckUnits(const OptionUse& use) {
  const bool known = StringToResolutionType(use.value()) != UndefinedResolution ||
                     LocaleCompare(use.value(), "Undefined") == 0;
  if (!known) throw CommandError("Unrecognized units type", use.value());
}
void CheckVirtualPixel(const OptionUse& use) {
  CheckName<StringToVirtualPixelMethod, UndefinedVirtualPixelMethod>(
      use, "Unrecognized virtual pixel method");
}

void SetAdjoin(ImageInfo* info, const OptionUse& use) {
  info->adjoin = !use.plus;
}
void SetAuthenticate(ImageInfo* info, const OptionUse& use) {
  StoreText(&info->authenticate, use.plus ? nullptr : use.value());
}
void SetCompression(ImageInfo* info, const OptionUse& use) {
  info->compression = use.plus ? NoCompression : StringToCompressionType(use.value());
}
void SetDensity(ImageInfo* info, const OptionUse& use) {
  StoreText(&info->density, use.plus ? nullptr : use.value());
}
void SetDepth(ImageInfo* info, const OptionUse& use) {
  info->depth = use.plus ? QuantumDepth : std::strtoul(use.value(), nullptr, 10);
}
void SetEndian(ImageInfo* info, const OptionUse& use) {
  info->endian = use.plus ? UndefinedEndian : StringToEndianType(use.value());
}
void SetInterlace(ImageInfo* info, const OptionUse& use) {
  info->interlace = use.plus ? UndefinedInterlace : StringToInterlaceType(use.value());
}
void SetPage(ImageInfo* info, const OptionUse& use) {
  if (use.plus) {
    StoreText(&info->page, nullptr);
  } else {
    MagickFree(info->page);
    info->page = GetPageGeometry(use.value());
  }
}
void SetPing(ImageInfo* info, const OptionUse& use) {
  info->ping = !use.plus;
}
void SetQuality(ImageInfo* info, const OptionUse& use) {
  constexpr unsigned long kDefaultQuality = 75;
  info->quality = use.plus ? kDefaultQuality : std::strtoul(use.value(), nullptr, 10);
}
void SetSamplingFactor(ImageInfo* info, const OptionUse& use) {
  StoreText(&info->sampling_factor, use.plus ? nullptr : use.value());
}
void SetSize(ImageInfo* info, const OptionUse& use) {
  StoreText(&info->size, use.plus ? nullptr : use.value());
}
void SetType(ImageInfo* info, const OptionUse& use) {
  info->type = use.plus ? UndefinedType : StringToImageType(use.value());
}
void SetUnits(ImageInfo* info, const OptionUse& use) {
  info->units = use.plus ? UndefinedResolution : StringToResolutionType(use.value());
}
void SetVerbose(ImageInfo* info, const OptionUse& use) {
  info->verbose = use.plus ? 0 : info->verbose + 1;
}

template <PixelPacket ImageInfo::*Color>
void SetColor(ImageInfo* info, const OptionUse& use) {
  Exception exception;
  QueryColorDatabase(use.value(), &(info->*Color), exception.get());
}

void SetDefinition(ImageInfo* info, const OptionUse& use) {
  Exception exception;
  if (use.plus) {
    RemoveDefinitions(info, use.value());
  } else if (!AddDefinitions(info, use.value(), exception.get())) {
    exception.Throw("Unable to add definition");
  }
}

template <PixelPacket Image::*Color>
void ApplyColor(ImageTask* task, const OptionUse& use) {
  ForEachImage(task, [&](Image* image) {
    Exception exception;
    QueryColorDatabase(use.value(), &(image->*Color), exception.get());
  });
}

void ApplyBorderColor(ImageTask* task, const OptionUse& use) {
  ApplyColor<&Image::border_color>(task, use);
  task->draw->border_color = task->image->border_color;
}

void ApplyCompression(ImageTask* task, const OptionUse& use) {
  ForEachImage(task, [&](Image* image) {
    image->compression = use.plus ? NoCompression : StringToCompressionType(use.value());
  });
}

void ApplyDensity(ImageTask* task, const OptionUse& use) {
  double x = 0, y = 0, x_offset = 0, y_offset = 0;
  if (!use.plus && GetMagickDimension(use.value(), &x, &y, &x_offset, &y_offset) == 1) y = x;
  StoreText(&task->draw->density, use.plus ? nullptr : use.value());
  ForEachImage(task, [&](Image* image) {
    image->x_resolution = x;
    image->y_resolution = y;
  });
}

void ApplyDepth(ImageTask* task, const OptionUse& use) {
  if (use.plus) return;
  const unsigned long depth = std::strtoul(use.value(), nullptr, 10);
  ForEachImage(task, [&](Image* image) {
    ThrowOrPrintImage(image, SetImageDepth(image, depth), "Unable to set image depth");
  });
}

void ApplyFilter(ImageTask* task, const OptionUse& use) {
  const FilterTypes filter = use.plus ? UndefinedFilter : StringToFilterTypes(use.value());
  ForEachImage(task, [&](Image* image) { image->filter = filter; });
}

void ApplyGravity(ImageTask* task, const OptionUse& use) {
  const GravityType gravity = use.plus ? ForgetGravity : StringToGravityType(use.value());
  task->draw->gravity = gravity;
  ForEachImage(task, [&](Image* image) { image->gravity = gravity; });
}

void ApplyIntent(ImageTask* task, const OptionUse& use) {
  const RenderingIntent intent = use.plus ? UndefinedIntent : ParseIntent(use.value());
  ForEachImage(task, [&](Image* image) { image->rendering_intent = intent; });
}

void ApplyInterlace(ImageTask* task, const OptionUse& use) {
  if (use.plus) return;
  ForEachImage(task, [&](Image* image) { image->interlace = StringToInterlaceType(use.value()); });
}

void ApplyPage(ImageTask* task, const OptionUse& use) {
  ForEachImage(task, [&](Image* image) {
    image->page = use.plus ? RectangleInfo{} : image->page;
    if (use.plus) return;
    const MagickBuffer<char> page(GetPageGeometry(use.value()));
    GetGeometry(page.get(), &image->page.x, &image->page.y, &image->page.width,
                &image->page.height);
  });
}

void ApplyType(ImageTask* task, const OptionUse& use) {
  if (use.plus) return;
  ForEachImage(task, [&](Image* image) {
    image->dither = task->info->dither;
    ThrowOrPrintImage(image, SetImageType(image, StringToImageType(use.value())),
                      "Unable to set image type");
  });
}

// How many pixels of the second unit are one of the first; 1 where a unit is not known.
double UnitRatio(ResolutionType from, ResolutionType to) {
  constexpr double kCentimetres = 2.54;
  if (from == PixelsPerCentimeterResolution && to == PixelsPerInchResolution) return kCentimetres;
  if (from == PixelsPerInchResolution && to == PixelsPerCentimeterResolution)
    return 1.0 / kCentimetres;
  return 1.0;
}

// A resolution of the file's is converted; that of -density is in the new unit.
void ApplyUnits(ImageTask* task, const OptionUse& use) {
  const ResolutionType units = use.plus ? UndefinedResolution : StringToResolutionType(use.value());
  ForEachImage(task, [&](Image* image) {
    const double ratio = task->info->density == nullptr ? UnitRatio(image->units, units) : 1.0;
    image->x_resolution *= ratio;
    image->y_resolution *= ratio;
    image->units = units;
  });
}

void ApplyVirtualPixel(ImageTask* task, const OptionUse& use) {
  const VirtualPixelMethod method =
      use.plus ? UndefinedVirtualPixelMethod : StringToVirtualPixelMethod(use.value());
  ForEachImage(task, [&](Image* image) {
    ThrowOrPrintImage(image, SetImageVirtualPixelMethod(image, method),
                      "Unable to set virtual pixels");
  });
}

constexpr Option kOptions[] = {
    {"adjoin", kConvert | kMontage, 0, 0, "", "join images into a single multi-image file", nullptr,
     SetAdjoin, nullptr},
    {"authenticate", kAll, 1, 0, "password", "password of encrypted files", nullptr,
     SetAuthenticate, nullptr},
    {"background", kWriters, 1, 1, "color", "background color", CheckColor,
     SetColor<&ImageInfo::background_color>, ApplyColor<&Image::background_color>,
     OptionEffect::kMark},
    {"bordercolor", kConvert | kMontage, 1, 1, "color", "border color", CheckColor,
     SetColor<&ImageInfo::border_color>, ApplyBorderColor, OptionEffect::kMark},
    {"compress", kWriters | kCompare, 1, 0, "type", "image compression type", CheckCompression,
     SetCompression, ApplyCompression, OptionEffect::kMark},
    {"define", kAll, 1, 1, "values", "coder/decoder specific options: format:key=value,...",
     nullptr, SetDefinition, nullptr},
    {"density", kAll, 1, 0, "geometry", "horizontal and vertical density of the image",
     CheckGeometry, SetDensity, ApplyDensity, OptionEffect::kMark},
    {"depth", kAll, 1, 0, "value", "bits per sample", CheckGeometry, SetDepth, ApplyDepth},
    {"endian", kWriters | kCompare, 1, 0, "type", "byte order (LSB, MSB, or Native)", CheckEndian,
     SetEndian, nullptr},
    {"filter", kWriters, 1, 0, "type", "filter for the next -resize", CheckFilter, nullptr,
     ApplyFilter, OptionEffect::kMark},
    {"gravity", kWriters, 1, 0, "type", "placement of geometries", CheckGravity, nullptr,
     ApplyGravity, OptionEffect::kMark},
    {"intent", kConvert, 1, 0, "type",
     "Absolute, Perceptual, Relative, or Saturation, for -profile", CheckIntent, nullptr,
     ApplyIntent, OptionEffect::kMark},
    {"interlace", kAll, 1, 0, "type", "None, Line, Plane, or Partition", CheckInterlace,
     SetInterlace, ApplyInterlace, OptionEffect::kMark},
    {"mattecolor", kConvert | kMontage, 1, 1, "color", "color of frames", CheckColor,
     SetColor<&ImageInfo::matte_color>, ApplyColor<&Image::matte_color>, OptionEffect::kMark},
    {"page", kWriters, 1, 0, "geometry", "size and location of an image canvas", nullptr, SetPage,
     ApplyPage},
    {"ping", kConvert | kIdentify, 0, 0, "", "read image attributes, not pixels", nullptr, SetPing,
     nullptr},
    {"quality", kWriters, 1, 0, "value", "JPEG/PNG compression level", CheckGeometry, SetQuality,
     nullptr},
    {"sampling-factor", kAll, 1, 0, "HxV[,...]",
     "samples of components across and down, or as 4:2:0", CheckSampling, SetSamplingFactor,
     nullptr},
    {"size", kAll, 1, 0, "geometry", "width and height of image", CheckGeometry, SetSize, nullptr},
    {"type", kWriters | kCompare, 1, 0, "type", "image type", CheckType, SetType, ApplyType},
    {"units", kConvert | kComposite, 1, 0, "type",
     "PixelsPerInch, PixelsPerCentimeter, or Undefined", CheckUnits, SetUnits, ApplyUnits,
     OptionEffect::kMark},
    {"verbose", kAll, 0, 0, "", "print detailed information about the image", nullptr, SetVerbose,
     nullptr},
    {"virtual-pixel", kWriters | kIdentify, 1, 0, "method", "Constant, Edge, Mirror, or Tile",
     CheckVirtualPixel, nullptr, ApplyVirtualPixel, OptionEffect::kMark},
};

}  // namespace

std::span<const Option> SettingOptions() {
  return kOptions;
}

}  // namespace lodestone::cli
