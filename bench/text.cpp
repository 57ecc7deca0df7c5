#include "bench/text.hpp"

namespace lodestone::bench {

std::string Milliseconds(double value) {
  if (value <= 0) return "-";
  return Format(value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f", value);
}

cli::Table TableOf(const std::vector<Cells>& lines) {
  cli::Table table;
  for (const std::string& heading : lines[0]) {
    const bool first = &heading == &lines[0][0];
    table.AddColumn(heading, first ? cli::Table::Align::kLeft : cli::Table::Align::kRight);
  }
  for (std::size_t i = 1; i < lines.size(); ++i) table.AddRow(lines[i]);
  return table;
}

std::string MarkdownTable(const std::vector<Cells>& lines) {
  return TableOf(lines).ToMarkdown();
}

}  // namespace lodestone::bench
