// Options that reduce the number of colours.
#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "utilities/options/image_tasks.hpp"
#include "utilities/options/input_files.hpp"
#include "utilities/options/option_checks.hpp"

namespace lodestone::cli {
namespace {

void CheckNumber(const OptionUse& use) {
  char* end = nullptr;
  const bool negative = use.value()[0] == '-';
  std::strtoul(use.value(), &end, 10);
  if (negative || end == use.value() || *end != '\0')
    throw MalformedArgument(use.spelled(), use.value());
}

void CheckThresholds(const OptionUse& use) {
  CheckName<StringToChannelType, UndefinedChannel>(use, "Unrecognized channel type");
  if (!std::isdigit(static_cast<unsigned char>(use.values.at(1)[0])))
    throw MalformedArgument(use.spelled(), use.values[1]);
}

// A palette that is small enough is only made smaller, without the colours that are not used.
void ApplyColors(ImageTask* task, const OptionUse& use) {
  QuantizeInfo reduction = task->reduction;
  reduction.number_colors = std::strtoul(use.value(), nullptr, 10);
  if (reduction.number_colors == 0) return;
  ForEachImage(task, [&](Image* image) {
    if (image->storage_class == DirectClass || image->colors > reduction.number_colors) {
      ThrowOrPrintImage(image, QuantizeImage(&reduction, image), "Unable to reduce colors");
    } else {
      CompressImageColormap(image);
    }
  });
}

void ApplyCycle(ImageTask* task, const OptionUse& use) {
  const int amount = static_cast<int>(std::strtol(use.value(), nullptr, 10));
  ForEachImage(task, [&](Image* image) {
    ThrowOrPrintImage(image, CycleColormapImage(image, amount), "Unable to cycle colormap");
  });
}

void SetDither(ImageInfo* info, const OptionUse& use) {
  info->dither = !use.plus;
}

void ApplyDither(ImageTask* task, const OptionUse& use) {
  task->reduction.dither = !use.plus;
  ForEachImage(task, [&](Image* image) { image->dither = !use.plus; });
}

void ApplyMap(ImageTask* task, const OptionUse& use) {
  if (use.plus) return;
  const ImageList map = ReadImages(task->info, use.value());
  ForEachImage(task, [&](Image* image) {
    ThrowOrPrintImage(image, MapImage(image, map.get(), task->reduction.dither),
                      "Unable to map colors");
  });
}

void MapAll(ImageList* images, const OptionUse& use) {
  if (!use.plus) return;
  Image* first = images->get();
  ThrowOrPrintImage(first, MapImages(first, nullptr, first->dither), "Unable to map colors");
}

void SetMonochrome(ImageInfo* info, const OptionUse&) {
  info->monochrome = MagickTrue;
}

void ApplyMonochrome(ImageTask* task, const OptionUse&) {
  ForEachImage(task, [&](Image* image) {
    ThrowOrPrintImage(image, SetImageType(image, BilevelType), "Unable to set image type");
  });
}

// Both options do the same; the second value says whether the thresholds are ordered or random.
void ApplyThresholds(ImageTask* task, const OptionUse& use) {
  ForEachImage(task, [&](Image* image) {
    const MagickPassFail status =
        RandomChannelThresholdImage(image, use.value(), use.values[1].c_str(), &image->exception);
    ThrowOrPrintImage(image, status, "Unable to threshold image");
  });
}

void ApplySegment(ImageTask* task, const OptionUse& use) {
  double cluster = 1.0, smoothing = 1.5;
  (void)GetMagickDimension(use.value(), &cluster, &smoothing, nullptr, nullptr);
  ForEachImage(task, [&](Image* image) {
    const MagickPassFail status =
        SegmentImage(image, task->reduction.colorspace, task->info->verbose, cluster, smoothing);
    ThrowOrPrintImage(image, status, "Unable to segment image");
  });
}

void ApplyTreeDepth(ImageTask* task, const OptionUse& use) {
  task->reduction.tree_depth =
      static_cast<unsigned>(std::min(std::strtoul(use.value(), nullptr, 10), 8UL));
}

constexpr Option kOptions[] = {
    {"colors", kWriters, 1, kNoPlus, "value", "preferred number of colors in the image",
     CheckNumber, nullptr, ApplyColors},
    {"cycle", kConvert, 1, kNoPlus, "amount", "move the colormap by this number of entries",
     CheckWhole, nullptr, ApplyCycle},
    {"dither", kWriters, 0, 0, "", "spread color errors over neighbours; +dither does not", nullptr,
     SetDither, ApplyDither, OptionEffect::kMark},
    {"map", kConvert, 1, 0, "filename",
     "replace colors by the closest ones of this image; +map: by one palette for all images",
     nullptr, nullptr, ApplyMap, OptionEffect::kAny, MapAll},
    {"monochrome", kWriters, 0, kNoPlus, "", "make the image black and white", nullptr,
     SetMonochrome, ApplyMonochrome},
    {"ordered-dither", kConvert, 2, kNoPlus, "channeltype NxN",
     "dither a channel by a pattern, 2x2 to 7x7", CheckThresholds, nullptr, ApplyThresholds},
    {"random-threshold", kConvert, 2, kNoPlus, "channeltype LOWxHIGH",
     "threshold a channel at random levels in a range", CheckThresholds, nullptr, ApplyThresholds},
    {"segment", kConvert, 1, kNoPlus, "cluster[xsmoothing]",
     "reduce the colors to clusters of at least that many percent of the pixels", CheckGeometry,
     nullptr, ApplySegment},
    {"treedepth", kWriters, 1, kNoPlus, "value", "depth of the color tree of -colors, 2 to 8",
     CheckNumber, nullptr, ApplyTreeDepth, OptionEffect::kMark},
};

}  // namespace

std::span<const Option> ColorOptions() {
  return kOptions;
}

}  // namespace lodestone::cli
