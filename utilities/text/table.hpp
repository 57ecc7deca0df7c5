// Human-readable tables: columns as wide as their widest cell.
#pragma once

#include <string>
#include <vector>

namespace lodestone::cli {

class Table {
 public:
  enum class Align { kLeft, kRight };
  enum class Style {
    kRuled,     // a line below the heading
    kIndented,  // two spaces before each line
  };
  struct Column {
    std::string heading;
    Align align;
  };
  using Cells = std::vector<std::string>;

  void AddColumn(std::string heading, Align align = Align::kRight);
  // One cell per column, in the order of AddColumn.
  void AddRow(Cells cells);

  bool empty() const { return rows_.empty(); }
  const std::vector<Column>& columns() const { return columns_; }
  const std::vector<Cells>& rows() const { return rows_; }
  // Heading, rule and rows, each ended by a newline, no trailing spaces.
  std::string ToText(Style style = Style::kRuled) const;
  // As Markdown that is also readable as plain text.
  std::string ToMarkdown() const;

 private:
  std::vector<std::size_t> Widths(std::size_t least) const;

  std::vector<Column> columns_;
  std::vector<Cells> rows_;
};

// Milliseconds with decimals that suit the size: 0.042, 3.14, 1360.
std::string FormatMilliseconds(double milliseconds);

// 1536 -> "1.5 KiB"
std::string FormatBytes(unsigned long long bytes);

}  // namespace lodestone::cli
