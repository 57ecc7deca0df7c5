#include "bench/text.hpp"

#include <algorithm>

namespace lodestone::bench {
std::string Milliseconds(double value) {
  if (value <= 0) return "-";
  return Format(value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f", value);
}

std::string MarkdownTable(const std::vector<Cells>& lines) {
  std::vector<std::size_t> widths(lines[0].size(), 3);
  for (const Cells& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i)
      widths[i] = std::max(widths[i], cli::DisplayWidth(line[i]));
  }
  std::string text;
  for (const Cells& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string gap(widths[i] - cli::DisplayWidth(line[i]), ' ');
      text += "| " + (i == 0 ? line[i] + gap : gap + line[i]) + " ";
    }
    text += "|\n";
    if (&line != &lines[0]) continue;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      text += i == 0 ? "| " + std::string(widths[i], '-') + " "
                     : "| " + std::string(widths[i] - 1, '-') + ": ";
    }
    text += "|\n";
  }
  return text;
}

}  // namespace lodestone::bench
