// Options that change pixels or text attributes of images.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

#include "utilities/image/analysis.hpp"
#include "utilities/shell/exception.hpp"
#include "utilities/options/image_tasks.hpp"
#include "utilities/options/input_files.hpp"
#include "utilities/options/option_checks.hpp"
#include "utilities/options/profile_file.hpp"
#include "utilities/options/shrink_on_load.hpp"

namespace lodestone::cli {
namespace {

template <Image* (*Operation)(const Image*, ExceptionInfo*)>
void ApplySimple(ImageTask* task, const OptionUse& use) {
  SetAlphaWeights(task);
  Replace(task, use, Operation);
}

using Resizer = Image* (*)(const Image*, unsigned long, unsigned long, ExceptionInfo*);

void ResizeTo(ImageTask* task, const OptionUse& use, Resizer resizer) {
  if (use.plus) return;
  SetLinearLight(task, "resize");
  Replace(task, "Unable to resize image", [&](const Image* image, ExceptionInfo* exception) {
    RectangleInfo size = SizeInFile(image);
    GetMagickGeometry(use.value(), &size.x, &size.y, &size.width, &size.height);
    Image* resized = resizer(image, size.width, size.height, exception);
    if (resized != nullptr) ClearSizeInFile(resized);
    return resized;
  });
}

Image* ResizeWithOwnFilter(const Image* image, unsigned long columns, unsigned long rows,
                           ExceptionInfo* exception) {
  return ResizeImage(image, columns, rows, image->filter, image->blur, exception);
}

void ApplyResize(ImageTask* task, const OptionUse& use) {
  ResizeTo(task, use, ResizeWithOwnFilter);
}

// To a density, in pixels an inch or a centimetre, as the image's own.
void ApplyResample(ImageTask* task, const OptionUse& use) {
  double x = 0.0, y = 0.0, unused = 0.0;
  if (GetMagickDimension(use.value(), &x, &y, &unused, &unused) < 2) y = x;
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    if (image->x_resolution <= 0.0 || image->y_resolution <= 0.0)
      throw CommandError("Image does not contain resolution", image->filename);
    const auto scaled = [](unsigned long size, double ratio) {
      return std::max(1UL, static_cast<unsigned long>(static_cast<double>(size) * ratio + 0.5));
    };
    Image* resized = ResizeWithOwnFilter(image, scaled(image->columns, x / image->x_resolution),
                                         scaled(image->rows, y / image->y_resolution), exception);
    if (resized != nullptr) {
      resized->x_resolution = x;
      resized->y_resolution = y;
    }
    return resized;
  });
}

void ApplySample(ImageTask* task, const OptionUse& use) {
  ResizeTo(task, use, SampleImage);
}
void ApplyScale(ImageTask* task, const OptionUse& use) {
  ResizeTo(task, use, ScaleImage);
}

// An image that was shrunk on loading has at least the size that thumbnail's sampling leaves.
Image* MakeThumbnail(const Image* image, unsigned long columns, unsigned long rows,
                     ExceptionInfo* exception) {
  if (!WasShrunkOnLoad(image)) return ThumbnailImage(image, columns, rows, exception);
  const FilterTypes filter =
      image->filter == UndefinedFilter ? DefaultThumbnailFilter : image->filter;
  return ResizeImage(image, columns, rows, filter, image->blur, exception);
}

void ApplyThumbnail(ImageTask* task, const OptionUse& use) {
  ResizeTo(task, use, MakeThumbnail);
}

void ApplyMatte(ImageTask* task, const OptionUse& use) {
  ForEachImage(task, [&](Image* image) {
    if (use.plus) {
      image->matte = MagickFalse;
    } else if (!image->matte) {
      ThrowOrPrintImage(image, SetImageOpacity(image, OpaqueOpacity),
                        "Unable to set image opacity");
    }
  });
}

void ApplyOrient(ImageTask* task, const OptionUse& use) {
  ForEachImage(task,
               [&](Image* image) { image->orientation = StringToOrientationType(use.value()); });
}

void ApplyRepage(ImageTask* task, const OptionUse& use) {
  ForEachImage(task, [&](Image* image) {
    ThrowOrPrintImage(image, ResetImagePage(image, use.plus ? "0x0+0+0" : use.value()),
                      "Unable to set page");
  });
}

void ApplyStrip(ImageTask* task, const OptionUse&) {
  ForEachImage(task, [](Image* image) {
    ThrowOrPrintImage(image, StripImage(image), "Unable to strip image");
  });
}

// An empty comment or label is none.
void SetText(Image* image, const char* key, const std::string& value) {
  SetImageAttribute(image, key, nullptr);
  const MagickPassFail status = SetImageAttribute(image, key, value.c_str());
  ThrowOrPrintImage(image, value.empty() ? MagickPass : status, "Unable to set attribute");
}

// The text of a file for "@file", if there is one.
std::string TextOf(const std::string& value) {
  if (!value.starts_with('@') || !IsAccessible(value.c_str() + 1)) return value;
  std::string text = ReadTextFile(value.substr(1));
  while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
  return text;
}

// The library replaces the escapes of identify -format.
void ApplyImageText(ImageTask* task, const OptionUse& use) {
  ForEachImage(task, [&](Image* image) {
    if (use.plus) {
      SetImageAttribute(image, use.option->name, nullptr);
    } else {
      SetText(image, use.option->name, TextOf(use.value()));
    }
  });
}

void ApplySet(ImageTask* task, const OptionUse& use) {
  ForEachImage(task, [&](Image* image) {
    if (use.plus) {
      SetImageAttribute(image, use.value(), nullptr);
    } else {
      SetText(image, use.value(), use.values[1]);
    }
  });
}

void ApplyProfile(ImageTask* task, const OptionUse& use) {
  if (use.plus) {
    ForEachImage(task, [&](Image* image) {
      ThrowOrPrintImage(image, ProfileImage(image, use.value(), nullptr, 0, MagickTrue),
                        "Unable to remove profile");
    });
    return;
  }
  ForEachImage(task, [&](Image* image) { AttachProfileFile(task->info, image, use.value()); });
}

void CheckOrientation(const OptionUse& use) {
  if (LocaleCompare(use.value(), "undefined") == 0) return;
  CheckName<StringToOrientationType, UndefinedOrientation>(use, "Unrecognized orientation type");
}

// "analyze", "analyze=ARGUMENTS" or "analyze ARGUMENTS": the only module that GraphicsMagick has of
// its own; it takes no arguments.
void CheckProcess(const OptionUse& use) {
  const std::string& value = use.values[0];
  const std::string module = value.substr(0, value.find_first_of("= "));
  if (LocaleCompare(module.c_str(), "analyze") != 0)
    throw CommandError("Unrecognized process module, expected analyze", module);
}

void ApplyProcess(ImageTask* task, const OptionUse&) {
  ForEachImage(task, StoreAnalysis);
}

constexpr Option kOptions[] = {
    {"comment", kWriters, 1, 0, "string", "annotate image with comment", nullptr, nullptr,
     ApplyImageText},
    {"geometry", kWriters, 1, 0, "geometry", "preferred size of the image", CheckGeometry, nullptr,
     ApplyResize, OptionEffect::kResize},
    {"label", kWriters, 1, 0, "name", "assign a label to an image", nullptr, nullptr,
     ApplyImageText},
    {"magnify", kConvert, 0, 0, "", "interpolate image to double size", nullptr, nullptr,
     ApplySimple<MagnifyImage>, OptionEffect::kResample},
    {"matte", kWriters | kCompare, 0, 0, "", "store matte channel if the image has one", nullptr,
     nullptr, ApplyMatte},
    {"minify", kConvert, 0, 0, "", "interpolate the image to half size", nullptr, nullptr,
     ApplySimple<MinifyImage>, OptionEffect::kResample},
    {"orient", kConvert, 1, 1, "orientation", "set image orientation attribute", CheckOrientation,
     nullptr, ApplyOrient, OptionEffect::kMark},
    {"process", kConvert | kComposite, 1, kNoPlus, "command",
     "analyze: mean and spread of brightness and saturation, as texts", CheckProcess, nullptr,
     ApplyProcess},
    {"profile", kConvert | kComposite, 1, 1, "filename",
     "add a profile, or convert to it; +profile name,... removes", nullptr, nullptr, ApplyProfile,
     OptionEffect::kMark},
    {"repage", kWriters, 1, 0, "geometry", "adjust page offsets; +repage resets them",
     CheckGeometry, nullptr, ApplyRepage},
    {"resample", kConvert, 1, kNoPlus, "geometry", "resize the image to this density",
     CheckGeometry, nullptr, ApplyResample, OptionEffect::kResample},
    {"resize", kWriters, 1, 0, "geometry", "resize the image", CheckGeometry, nullptr, ApplyResize,
     OptionEffect::kResize},
    {"sample", kConvert, 1, 0, "geometry", "scale image with pixel sampling", CheckGeometry,
     nullptr, ApplySample, OptionEffect::kResample},
    {"scale", kConvert, 1, 0, "geometry", "scale the image", CheckGeometry, nullptr, ApplyScale,
     OptionEffect::kResize},
    {"set", kWriters, 2, 1, "attribute value", "set image attribute; +set attribute removes",
     nullptr, nullptr, ApplySet, OptionEffect::kMark},
    {"strip", kWriters, 0, 0, "", "strip all profiles and text attributes from image", nullptr,
     nullptr, ApplyStrip, OptionEffect::kMark},
    {"thumbnail", kWriters, 1, 0, "geometry", "resize the image (optimized for thumbnails)",
     CheckGeometry, nullptr, ApplyThumbnail, OptionEffect::kResize},
};

}  // namespace

std::span<const Option> OperationOptions() {
  return kOptions;
}

}  // namespace lodestone::cli
