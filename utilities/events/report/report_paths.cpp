#include "utilities/events/report/report_paths.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>

#include "utilities/events/report/report_charts.hpp"
#include "utilities/events/report/report_html.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

constexpr std::size_t kLabelLength = 30;

// What decodes and encodes the JPEG files that no accelerator does.
constexpr std::string_view kLibrary = "libjpeg";

// "platform:type:name" -> "type name"
std::string DeviceLabel(const std::string& device) {
  const auto type = device.find(':');
  const auto name = type == std::string::npos ? type : device.find(':', type + 1);
  if (name == std::string::npos) return device;
  return device.substr(type + 1, name - type - 1) + " " + device.substr(name + 1);
}

std::string LabelOf(const ReportPath& path) {
  if (path.cpu)
    return path.accelerator == kNormal || path.accelerator == kLibrary
               ? "CPU (" + path.accelerator + ")"
               : "CPU";
  return Cut(path.device.empty() ? path.accelerator : DeviceLabel(path.device), kLabelLength);
}

std::string NameOf(const ReportPath& path) {
  if (path.device.empty() || path.device == path.accelerator) return path.accelerator;
  return path.accelerator + " on " + path.device;
}

}  // namespace

ReportPaths::ReportPaths(const std::vector<ReportPath>& paths) : order_(paths.size()) {
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
    if (paths[a].cpu != paths[b].cpu) return paths[a].cpu;
    return paths[a].total_ms > paths[b].total_ms;
  });
  entries_.resize(paths.size());
  // The first style is the CPU's everywhere.
  std::size_t style = order_.empty() || paths[order_[0]].cpu ? 0 : 1;
  for (const std::size_t path : order_) {
    Entry& entry = entries_[path];
    const std::string label = LabelOf(paths[path]);
    const auto taken = [&](const std::string& text) {
      return std::any_of(entries_.begin(), entries_.end(),
                         [&](const Entry& other) { return other.label == text; });
    };
    entry.cpu = paths[path].cpu;
    entry.style = std::min(style++, kPathStyles - 1);
    entry.name = NameOf(paths[path]);
    std::string different = label;
    for (int twin = 2; taken(different); ++twin) different = label + Format(" [%d]", twin);
    entry.label = different;
  }
}

std::string ReportPaths::Tag(std::size_t path) const {
  return Format(
             "<svg class=\"tag\" width=\"14\" height=\"14\" aria-hidden=\"true\">"
             "<use href=\"#m%zu\" x=\"7\" y=\"7\" class=\"p%zu\"/></svg> ",
             Style(path), Style(path)) +
         Html(Label(path));
}

}  // namespace lodestone::cli
