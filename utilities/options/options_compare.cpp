// Options of compare alone, which carries them out.
#include "utilities/options/number_list.hpp"
#include "utilities/options/option_checks.hpp"

namespace lodestone::cli {
namespace {

void CheckMetric(const OptionUse& use) {
  if (StringToMetricType(use.value()) == UndefinedMetric)
    throw CommandError("Unrecognized error metric", use.spelled());
}

void CheckError(const OptionUse& use) {
  CheckNumber(use.value(), use);
}

void CheckStyle(const OptionUse& use) {
  CheckName<StringToHighlightStyle, UndefinedHighlightStyle>(use, "Unrecognized highlight style");
}

constexpr Option Own(const char* name, int plus_values, const char* argument, const char* help,
                     void (*check)(const OptionUse&) = nullptr) {
  return {name, kCompare, 1, plus_values, argument, help, check, nullptr, nullptr};
}

constexpr char kColorHelp[] = "color of pixels that differ";
constexpr char kStyleHelp[] = "how they are shown: Assign, Threshold, Tint, or XOR";

constexpr Option kOptions[] = {
    Own("file", 0, "filename", "write an image of the differences to this file"),
    Own("highlight-color", 0, "color", kColorHelp, CheckColor),
    Own("highlight-style", 0, "style", kStyleHelp, CheckStyle),
    Own("hilight-color", 0, "color", kColorHelp, CheckColor),
    Own("hilight-style", 0, "style", kStyleHelp, CheckStyle),
    Own("maximum-error", 0, "value", "maximum total difference before returning error", CheckError),
    Own("metric", 0, "type", "comparison metric (MAE, MSE, PAE, PSNR, RMSE)", CheckMetric),
};

}  // namespace

std::span<const Option> CompareOptions() {
  return kOptions;
}

}  // namespace lodestone::cli
