// Human-readable plain text tables: columns as wide as their widest cell.
#pragma once

#include <string>
#include <vector>

namespace lodestone::cli {

class Table {
 public:
  enum class Align { kLeft, kRight };
  enum class Style {
    kRuled,
    kIndented
  };  // a line below the heading, or two spaces before each line

  void AddColumn(std::string heading, Align align);
  // One cell per column, in the order of AddColumn.
  void AddRow(std::vector<std::string> cells);

  bool empty() const { return rows_.empty(); }
  // Heading, rule and rows, each ended by a newline, no trailing spaces.
  std::string ToText(Style style = Style::kRuled) const;

 private:
  struct Column {
    std::string heading;
    Align align;
  };
  std::vector<std::size_t> Widths() const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// Milliseconds with decimals that suit the size: 0.042, 3.14, 1360.
std::string FormatMilliseconds(double milliseconds);

// 1536 -> "1.5 KiB"
std::string FormatBytes(unsigned long long bytes);

}  // namespace lodestone::cli
