// lodestone compare: how much two images differ.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "utilities/options/apply_options.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/exception.hpp"
#include "utilities/commands/information.hpp"
#include "utilities/image/write_images.hpp"
#include "utilities/options/input_files.hpp"
#include "utilities/options/options.hpp"
#include "utilities/shell/progress_line.hpp"

namespace lodestone::cli {
namespace {

struct Request {
  MetricType metric = UndefinedMetric;
  double maximum_error = -1;
  DifferenceImageOptions shown{};
  std::string file;  // for the image of differences

  bool writes() const { return !file.empty() && shown.highlight_style != UndefinedHighlightStyle; }
};

// Those that gm applies to both images, in its order.
constexpr std::string_view kOperations[] = {"type", "colorspace", "auto-orient", "matte"};

std::size_t Rank(const OptionUse& use) {
  return static_cast<std::size_t>(
      std::find(std::begin(kOperations), std::end(kOperations), use.option->name) -
      std::begin(kOperations));
}

void TakeHighlight(const OptionUse& use, DifferenceImageOptions* shown) {
  const std::string_view name = use.option->name;
  if (name.ends_with("-style")) {
    shown->highlight_style =
        use.plus ? UndefinedHighlightStyle : StringToHighlightStyle(use.value());
  } else if (!use.plus) {
    Exception exception;
    QueryColorDatabase(use.value(), &shown->highlight_color, exception.get());
  }
}

void TakeSetting(const OptionUse& use, Request* request) {
  const std::string_view name = use.option->name;
  if (name == "file") {
    request->file = use.value();
  } else if (name == "maximum-error" && !use.plus) {
    request->maximum_error = std::strtod(use.value(), nullptr);
  } else if (name == "metric" && !use.plus) {
    request->metric = StringToMetricType(use.value());
  } else if (name.starts_with("hi")) {
    TakeHighlight(use, &request->shown);
  }
}

const char* MetricTitle(MetricType metric) {
  switch (metric) {
    case MeanAbsoluteErrorMetric:
      return "MeanAbsoluteError";
    case MeanSquaredErrorMetric:
      return "MeanSquaredError";
    case PeakAbsoluteErrorMetric:
      return "PeakAbsoluteError";
    case PeakSignalToNoiseRatioMetric:
      return "PeakSignalToNoiseRatio";
    default:
      return "RootMeanSquaredError";
  }
}

void PrintChannel(const char* name, double value, bool ratio) {
  if (!ratio) {
    std::printf("%8s: %.10f  %9.1f\n", name, value, value * MaxRGBDouble);
  } else if (std::isinf(value)) {
    std::printf("%8s: %-6s\n", name, "inf");
  } else {
    std::printf("%8s: %-6.2f\n", name, value);
  }
}

void PrintDifference(const Request& request, const DifferenceStatistics& difference, bool matte) {
  const bool ratio = request.metric == PeakSignalToNoiseRatioMetric;
  std::printf("Image Difference (%s):\n", MetricTitle(request.metric));
  std::printf(ratio ? "           PSNR\n          ======\n"
                    : "           Normalized    Absolute\n          ============  ==========\n");
  PrintChannel("Red", difference.red, ratio);
  PrintChannel("Green", difference.green, ratio);
  PrintChannel("Blue", difference.blue, ratio);
  if (matte) PrintChannel("Opacity", difference.opacity, ratio);
  PrintChannel("Total", difference.combined, ratio);
}

// The limit is the largest error allowed, or the lowest signal-to-noise ratio.
void CheckLimit(const Request& request, double total) {
  const double limit = request.maximum_error;
  if (limit < 0) return;
  const bool ratio = request.metric == PeakSignalToNoiseRatioMetric;
  if (ratio ? total >= limit : total <= limit) return;
  char text[128];
  std::snprintf(text, sizeof text, ratio ? "%g" : "%g > %g", total, limit);
  throw CommandError("image difference exceeds limit", text).WithSeverity(ImageError);
}

// The total difference.
double Measure(const Request& request, const Image* reference, const Image* image) {
  Exception exception;
  if (reference->columns != image->columns || reference->rows != image->rows)
    PrintMessage(CommandError("Images of different sizes: pixels of the first are compared",
                              image->filename));
  DifferenceStatistics difference;
  InitializeDifferenceStatistics(&difference, exception.get());
  if (!GetImageChannelDifference(reference, image, request.metric, &difference, exception.get())) {
    exception.Throw("Unable to compare images");
  }
  ProgressLine::ClearCurrent();
  PrintDifference(request, difference, reference->matte);
  return difference.combined;
}

void WriteDifferences(const ImageInfo* info, const Request& request, const Image* reference,
                      const Image* image) {
  Exception exception;
  const ImageList differences(DifferenceImage(reference, image, &request.shown, exception.get()));
  if (differences == nullptr) exception.Throw("Unable to compare images");
  exception.ThrowOrPrint();
  WriteOutput(info, differences.get(), request.file);
}

// If one has alpha, the other is opaque.
void ShareAlpha(Image* image, const Image* other) {
  if (other->matte && !image->matte)
    ThrowOrPrintImage(image, SetImageOpacity(image, OpaqueOpacity), "Unable to set image opacity");
}

class Comparison {
 public:
  explicit Comparison(const CommandContext& context)
      : context_(context), info_(SettingsFor(context)) {
    Exception exception;
    InitializeDifferenceImageOptions(&request_.shown, exception.get());
  }

  int Run(const Arguments& arguments);

 private:
  // True when the option alone was the request.
  bool TakeOption(const OptionUse& use);
  void TakeFile(const std::string& name);
  void Compare();

  const CommandContext& context_;
  const ImageInfoHandle info_;
  Request request_;
  std::vector<OptionUse> operations_;
  ImageList reference_, image_;
  ProgressLine progress_;
};

bool Comparison::TakeOption(const OptionUse& use) {
  if (PrintInformation(context_, use)) return true;
  if (use.option->set != nullptr) use.option->set(info_.get(), use);
  TakeSetting(use, &request_);
  if (Rank(use) != std::size(kOperations)) operations_.push_back(use);
  return false;
}

// Only two are compared.
void Comparison::TakeFile(const std::string& name) {
  if (image_ != nullptr) return;
  progress_.Show("reading " + name);
  (reference_ == nullptr ? reference_ : image_) = ReadImages(info_.get(), name);
}

void Comparison::Compare() {
  std::stable_sort(operations_.begin(), operations_.end(),
                   [](const OptionUse& a, const OptionUse& b) { return Rank(a) < Rank(b); });
  ApplyToImages(info_.get(), operations_, &reference_);
  ApplyToImages(info_.get(), operations_, &image_);
  ShareAlpha(reference_.get(), image_.get());
  ShareAlpha(image_.get(), reference_.get());
  progress_.Show("comparing");
  double total = 0;
  if (request_.metric != UndefinedMetric) total = Measure(request_, reference_.get(), image_.get());
  if (request_.writes()) WriteDifferences(info_.get(), request_, reference_.get(), image_.get());
  if (request_.metric != UndefinedMetric) CheckLimit(request_, total);
}

int Comparison::Run(const Arguments& arguments) {
  std::size_t position = 0;
  while (position < arguments.size()) {
    if (!LooksLikeOption(arguments[position])) {
      TakeFile(arguments[position++]);
    } else if (TakeOption(ParseOption(arguments, arguments.size(), kCompare, &position))) {
      return 0;
    }
  }
  if (image_ == nullptr) throw CommandError("Request did not return an image");
  Compare();
  return 0;
}

int RunCompare(const CommandContext& context, const Arguments& arguments) {
  if (arguments.empty()) RefuseNoArguments(context, kCompareCommand);
  return Comparison(context).Run(arguments);
}

}  // namespace

const Command kCompareCommand = {
    .name = "compare",
    .summary = "compare two images",
    .run = RunCompare,
    .synopsis = "$ [options ...] reference [options ...] compare [options ...]",
    .options = Shown<kCompare>,
    .description = "Measures the difference of two images, or writes an image of it.",
    .has_banner = true,
};

}  // namespace lodestone::cli
