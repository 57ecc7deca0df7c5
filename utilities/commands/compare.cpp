// lodestone compare: how much two images differ.
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "utilities/shell/command_error.hpp"
#include "utilities/shell/exception.hpp"
#include "utilities/commands/information.hpp"
#include "utilities/options/input_files.hpp"
#include "utilities/options/options.hpp"
#include "utilities/shell/progress_line.hpp"

namespace lodestone::cli {
namespace {

struct Request {
  MetricType metric = UndefinedMetric;
  double maximum_error = -1;
};

// True when the option alone was the request.
bool TakeOption(const CommandContext& context, const OptionUse& use, ImageInfo* info,
                Request* request) {
  if (PrintInformation(context, use)) return true;
  const std::string name = use.option->name;
  if (use.option->set != nullptr) use.option->set(info, use);
  if (name == "metric") {
    request->metric = StringToMetricType(use.value());
    if (request->metric == UndefinedMetric) {
      throw CommandError("Unrecognized error metric", use.spelled());
    }
  }
  if (name == "maximum-error") request->maximum_error = std::strtod(use.value(), nullptr);
  return false;
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
  char text[128];
  if (request.metric == PeakSignalToNoiseRatioMetric) {
    if (total >= limit) return;
    std::snprintf(text, sizeof text, "%g < %g", total, limit);
  } else {
    if (total <= limit) return;
    std::snprintf(text, sizeof text, "%g > %g", total, limit);
  }
  throw CommandError("image difference exceeds limit", text);
}

int Compare(const Request& request, const Image* reference, const Image* image) {
  if (request.metric == UndefinedMetric) return 0;
  Exception exception;
  DifferenceStatistics difference;
  InitializeDifferenceStatistics(&difference, exception.get());
  if (!GetImageChannelDifference(reference, image, request.metric, &difference, exception.get())) {
    exception.Throw("Unable to compare images");
  }
  ProgressLine::ClearCurrent();
  PrintDifference(request, difference, reference->matte || image->matte);
  CheckLimit(request, difference.combined);
  return 0;
}

}  // namespace

void CompareUsage(const CommandContext& context) {
  PrintBanner();
  std::printf("Usage: %s [options ...] reference [options ...] compare [options ...]\n",
              context.Spelled().c_str());
  PrintOptions(kCompare);
}

int RunCompare(const CommandContext& context, const Arguments& arguments) {
  if (arguments.empty()) {
    CompareUsage(context);
    throw CommandError("Improper arguments supplied, please see manual");
  }
  const ImageInfoHandle info(CloneImageInfo(nullptr));
  Request request;
  std::vector<OptionUse> operations;
  std::vector<ImageList> images;
  ProgressLine progress;
  std::size_t position = 0;
  while (position < arguments.size()) {
    if (!LooksLikeOption(arguments[position])) {
      progress.Show("reading " + arguments[position]);
      images.push_back(ReadImages(info.get(), arguments[position++]));
      continue;
    }
    const OptionUse use = ParseOption(arguments, arguments.size(), kCompare, &position);
    if (TakeOption(context, use, info.get(), &request)) return 0;
    operations.push_back(use);
  }
  if (images.size() < 2) throw CommandError("Request did not return an image");
  for (ImageList& image : images) ApplyToImages(info.get(), operations, &image);
  progress.Show("comparing");
  return Compare(request, images[0].get(), images[1].get());
}

}  // namespace lodestone::cli
