// Pieces of the report page. Whatever a log says goes through Html() before it is in a page.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lodestone::cli {

// Escaped for text and for attributes in double quotes; bytes that are no UTF-8, and control
// characters, become the replacement character.
std::string Html(const std::string& text);

// Of a file, without its folders; of a log, also without what every log's name ends in.
std::string BaseName(const std::string& file);
std::string LogName(const std::string& file);

// The text, or as much of its beginning as there is room for and an ellipsis.
std::string Cut(const std::string& text, std::size_t characters);

// "1.36 s", "546 ms", "12 min 5 s".
std::string DurationText(double milliseconds);
// "1,234,567"
std::string CountText(std::uint64_t count);
// "1 call", "1,200 calls"
std::string CountText(std::uint64_t count, const char* one, const char* many);
// Two or three digits: "0.52", "8.9", "124".
std::string ShortNumber(double number);
// "2026-11-21 09:12:03 UTC"
std::string TimeText(std::int64_t unix_ns);

// A table that scrolls inside itself. Cells are HTML.
class HtmlTable {
 public:
  enum class Align { kLeft, kRight };

  explicit HtmlTable(std::string caption) : caption_(std::move(caption)) {}

  void AddColumn(std::string heading, Align align = Align::kRight);
  // One cell a column; the first one is the heading of the row.
  void AddRow(std::vector<std::string> cells);

  bool empty() const { return rows_.empty(); }
  std::string ToHtml() const;

 private:
  struct Column {
    std::string heading;
    Align align;
  };
  std::string caption_;  // text
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// Opened by a click or by the keyboard. `summary` is text, `body` HTML.
std::string Details(const std::string& summary, const std::string& body, bool open = false);

std::string Paragraph(const std::string& html, const char* style = "");

// A section with its heading; `id` is what links point to.
std::string Section(const char* id, const char* heading, const std::string& body);

// A drawing as wide as what holds it and `height` pixels high; places across are in percent. The
// name and what it shows are text, for those who cannot see it.
std::string Drawing(const std::string& id, const std::string& name, const std::string& shows,
                    double height, const std::string& marks);

}  // namespace lodestone::cli
