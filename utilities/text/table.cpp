#include "utilities/text/table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

constexpr std::size_t kGap = 2;

void TrimRight(std::string* line) {
  while (!line->empty() && line->back() == ' ') line->pop_back();
}

std::string Padded(const std::string& cell, std::size_t width, Table::Align align) {
  const std::string padding(width - std::min(width, DisplayWidth(cell)), ' ');
  return align == Table::Align::kLeft ? cell + padding : padding + cell;
}

}  // namespace

void Table::AddColumn(std::string heading, Align align) {
  columns_.push_back({std::move(heading), align});
}

void Table::AddRow(Cells cells) {
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

std::vector<std::size_t> Table::Widths(std::size_t least) const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    std::size_t width = std::max(least, DisplayWidth(columns_[i].heading));
    for (const auto& row : rows_) width = std::max(width, DisplayWidth(row[i]));
    widths.push_back(width);
  }
  return widths;
}

std::string Table::ToText(Style style) const {
  const std::vector<std::size_t> widths = Widths(0);
  std::string text;
  const auto add_line = [&](auto cell_of) {
    std::string line;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (i != 0 || style == Style::kIndented) line.append(kGap, ' ');
      line += Padded(cell_of(i), widths[i], columns_[i].align);
    }
    TrimRight(&line);
    text += line + '\n';
  };
  add_line([&](std::size_t i) { return columns_[i].heading; });
  if (style == Style::kRuled) add_line([&](std::size_t i) { return std::string(widths[i], '-'); });
  for (const auto& row : rows_) add_line([&](std::size_t i) { return row[i]; });
  return text;
}

std::string Table::ToMarkdown() const {
  const std::vector<std::size_t> widths = Widths(3);
  std::string text;
  const auto add_line = [&](auto cell_of) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      text += "| " + Padded(cell_of(i), widths[i], columns_[i].align) + " ";
    }
    text += "|\n";
  };
  add_line([&](std::size_t i) { return columns_[i].heading; });
  add_line([&](std::size_t i) {
    return columns_[i].align == Align::kLeft ? std::string(widths[i], '-')
                                             : std::string(widths[i] - 1, '-') + ":";
  });
  for (const Cells& row : rows_) add_line([&](std::size_t i) { return row[i]; });
  return text;
}

std::string FormatMilliseconds(double milliseconds) {
  const double size = std::fabs(milliseconds);
  const bool whole = milliseconds == std::floor(milliseconds);
  const int decimals = whole || size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 3;
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, milliseconds);
  return text;
}

std::string FormatBytes(unsigned long long bytes) {
  static constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1024 && unit + 1 < std::size(kUnits)) {
    value /= 1024;
    ++unit;
  }
  char text[64];
  std::snprintf(text, sizeof text, unit == 0 ? "%.0f %s" : "%.1f %s", value, kUnits[unit]);
  return text;
}

}  // namespace lodestone::cli
