#include "coders/ps/ps_comments.hpp"

#include <charconv>
#include <cmath>

namespace lodestone::coders {
namespace {

std::string_view NextLine(std::string_view& rest) {
  const std::size_t end = std::min(rest.find_first_of("\r\n"), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

std::string_view WithoutSpaces(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return text;
}

std::optional<double> TakeNumber(std::string_view& text) {
  text = WithoutSpaces(text);
  double number = 0.0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  if (parsed.ec != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(parsed.ptr - text.data()));
  return number;
}

// Nothing if it is stated at the end, or wrong.
std::optional<PsBox> BoxOf(std::string_view text) {
  PsBox box;
  for (double* const side : {&box.left, &box.bottom, &box.right, &box.top}) {
    const auto number = TakeNumber(text);
    if (!number || !std::isfinite(*number)) return std::nullopt;
    *side = *number;
  }
  return box.Width() > 0 && box.Height() > 0 ? std::optional(box) : std::nullopt;
}

bool TakePrefix(std::string_view& line, std::string_view prefix) {
  if (!line.starts_with(prefix)) return false;
  line.remove_prefix(prefix.size());
  return true;
}

}  // namespace

PsComments ReadPsComments(ByteSpan file) {
  PsComments comments;
  std::optional<PsBox> whole_points, exact;
  unsigned long depth = 0;  // of documents within documents
  std::string_view rest(reinterpret_cast<const char*>(file.data()), file.size());
  while (!rest.empty()) {
    std::string_view line = NextLine(rest);
    if (!TakePrefix(line, "%%")) continue;
    if (TakePrefix(line, "BeginDocument")) ++depth;
    if (TakePrefix(line, "EndDocument") && depth > 0) --depth;
    if (depth > 0) continue;
    if (TakePrefix(line, "BoundingBox:") && !whole_points) whole_points = BoxOf(line);
    if (TakePrefix(line, "HiResBoundingBox:") && !exact) exact = BoxOf(line);
    if (TakePrefix(line, "Page:")) ++comments.pages;
  }
  comments.box = exact ? exact : whole_points;
  return comments;
}

}  // namespace lodestone::coders
