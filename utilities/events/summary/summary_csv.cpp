// The layout of RFC 4180, but with bare line feeds.
#include "utilities/events/summary/summary_fields.hpp"
#include "utilities/events/summary/summary_output.hpp"

namespace lodestone::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string Quoted(const std::string& text) {
  if (text.find_first_of(",;\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

// "cold 3; too-small 2", "ScaleFilter; ResizeHorizontalFilter"
std::string CellText(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_structured()) return value.dump();
  std::string text;
  for (const auto& item : value.items()) {
    if (!text.empty()) text += "; ";
    text += value.is_object() ? item.key() + " " + CellText(item.value()) : CellText(item.value());
  }
  return text;
}

// Which calls a line describes.
struct Share {
  const char* name;
  CallTally tally;
  bool all;
};

Json LineOf(const EventGroup& group, const Share& share) {
  Json line{{"operation", group.operation},
            {"class", group.work},
            {"accelerator", group.accelerator},
            {"device", group.device},
            {"of", share.name}};
  line.update(FiguresOf(share.tally));
  Json outcomes = OutcomesOf(group);
  if (!share.all) {
    for (auto& outcome : outcomes) outcome = nullptr;
  }
  line.update(outcomes);
  return line;
}

std::string Joined(const Json& line, bool names) {
  std::string text;
  const char* separator = "";
  for (const auto& item : line.items()) {
    text += separator + Quoted(names ? item.key() : CellText(item.value()));
    separator = ",";
  }
  return text + "\n";
}

}  // namespace

std::string SummaryCsv(const EventSummary& summary) {
  std::string text = Joined(LineOf({}, {"all", {}, true}), true);
  for (const EventGroup& group : summary.Groups()) {
    const Share shares[] = {
        {"all", group.All(), true}, {"first", group.first, false}, {"later", group.later, false}};
    for (const Share& share : shares) {
      if (share.all || share.tally.calls() != 0) text += Joined(LineOf(group, share), false);
    }
  }
  return text;
}

}  // namespace lodestone::cli
