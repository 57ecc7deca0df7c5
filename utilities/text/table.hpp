// Plain text tables for people: columns as wide as their widest cell.
#pragma once

#include <string>
#include <vector>

namespace lodestone::cli {

class Table {
 public:
  enum class Align { kLeft, kRight };

  void AddColumn(std::string heading, Align align);
  // One cell a column, in the order of AddColumn.
  void AddRow(std::vector<std::string> cells);

  bool empty() const { return rows_.empty(); }
  // Heading, rule and rows, each ended by a newline, no trailing blanks.
  std::string ToText() const;

 private:
  struct Column {
    std::string heading;
    Align align;
  };
  std::vector<std::size_t> Widths() const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// Milliseconds with as many decimals as the size deserves: 0.042, 3.14, 1360.
std::string FormatMilliseconds(double milliseconds);

// 1536 -> "1.5 KiB"
std::string FormatBytes(unsigned long long bytes);

}  // namespace lodestone::cli
