// Options for the frames of an animation, and for showing images, which is left to other programs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "utilities/image/reduced_frames.hpp"
#include "utilities/options/image_tasks.hpp"
#include "utilities/options/input_files.hpp"
#include "utilities/options/option_checks.hpp"
#include "utilities/shell/exception.hpp"

namespace lodestone::cli {
namespace {

// A number of hundredths of a second, or MIN-MAX.
struct Delays {
  unsigned long least, most;
  bool is_range;
};

Delays ParseDelays(const OptionUse& use) {
  double least = 0.0, most = 0.0;
  const int count = std::sscanf(use.value(), "%lf-%lf", &least, &most);
  const bool possible = least >= 0.0 && least < 1e9 && most >= 0.0 && most < 1e9;
  if (count < 1 || !possible) throw MalformedArgument(use.spelled(), use.value());
  return {static_cast<unsigned long>(least), static_cast<unsigned long>(most), count == 2};
}

void CheckDelay(const OptionUse& use) {
  ParseDelays(use);
}

void ApplyDelay(ImageTask* task, const OptionUse& use) {
  const Delays delays = use.plus ? Delays{} : ParseDelays(use);
  ForEachImage(task, [&](Image* image) {
    if (!delays.is_range) return SetImageDelay(image, delays.least);
    image->delay = std::min(std::max(image->delay, delays.least), delays.most);
  });
}

constexpr struct {
  const char* name;
  DisposeType dispose;
} kDisposals[] = {{"0", UndefinedDispose},           {"1", NoneDispose},
                  {"2", BackgroundDispose},          {"3", PreviousDispose},
                  {"Background", BackgroundDispose}, {"None", NoneDispose},
                  {"Previous", PreviousDispose},     {"Undefined", UndefinedDispose}};

DisposeType ParseDisposal(const OptionUse& use) {
  for (const auto& each : kDisposals)
    if (LocaleCompare(each.name, use.value()) == 0) return each.dispose;
  throw CommandError("Unrecognized dispose method", use.value());
}

void CheckDispose(const OptionUse& use) {
  ParseDisposal(use);
}

void ApplyDispose(ImageTask* task, const OptionUse& use) {
  const DisposeType dispose = use.plus ? UndefinedDispose : ParseDisposal(use);
  ForEachImage(task, [&](Image* image) {
    image->dispose = dispose;
    UnmarkMadeWhole(image);
  });
}

void ApplyLoop(ImageTask* task, const OptionUse& use) {
  const auto iterations =
      use.plus ? 0UL : static_cast<unsigned long>(std::strtol(use.value(), nullptr, 10));
  ForEachImage(task, [&](Image* image) { image->iterations = iterations; });
}

void SetDisplay(ImageInfo* info, const OptionUse& use) {
  StoreText(&info->server_name, use.plus ? nullptr : use.value());
}

void SetInfoFormat(ImageInfo* info, const OptionUse& use) {
  if (use.plus) {
    (void)RemoveDefinitions(info, "info:format");
    return;
  }
  Exception exception;
  if (!AddDefinition(info, "info", "format", TextOrFile(use.value()).c_str(), exception.get()))
    exception.Throw("Unable to add definition");
}

void CheckPreview(const OptionUse& use) {
  CheckName<StringToPreviewType, UndefinedPreview>(use, "Unrecognized preview type");
}

void SetPreview(ImageInfo* info, const OptionUse& use) {
  info->preview_type = use.plus ? UndefinedPreview : StringToPreviewType(use.value());
}

void SetTexture(ImageInfo* info, const OptionUse& use) {
  StoreText(&info->texture, use.plus ? nullptr : use.value());
}

void SetView(ImageInfo* info, const OptionUse& use) {
  StoreText(&info->view, use.plus ? nullptr : use.value());
}

constexpr Option kOptions[] = {
    {"delay", kConvert, 1, 0, "value",
     "hundredths of a second until the next image, or the range MIN-MAX for what it is", CheckDelay,
     nullptr, ApplyDelay, OptionEffect::kMark},
    {"display", kWriters | kCompare, 1, 0, "server", "X server; nothing is displayed", nullptr,
     SetDisplay, nullptr},
    {"dispose", kWriters, 1, 0, "method",
     "what becomes of a frame: Undefined, None, Background, Previous", CheckDispose, nullptr,
     ApplyDispose, OptionEffect::kMark},
    {"format", kWriters, 1, 0, "\"string\"", "text of each image for info:", nullptr, SetInfoFormat,
     nullptr},
    {"loop", kConvert, 1, 0, "iterations", "how often an animation runs; 0: for ever", CheckWhole,
     nullptr, ApplyLoop, OptionEffect::kMark},
    {"preview", kConvert, 1, 0, "type", "operation that preview: shows", CheckPreview, SetPreview,
     nullptr},
    {"texture", kConvert, 1, 0, "filename", "image to tile a background with", nullptr, SetTexture,
     nullptr},
    {"view", kConvert, 1, 0, "transforms", "part of a FlashPix image", nullptr, SetView, nullptr},
};

}  // namespace

std::span<const Option> FrameOptions() {
  return kOptions;
}

}  // namespace lodestone::cli
