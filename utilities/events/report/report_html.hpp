// Building blocks of the report page. All log contents go through Html() first.
#pragma once

#include <cstdint>
#include <string>

#include "utilities/text/table.hpp"

namespace lodestone::cli {

// Escaped for text and for attributes in double quotes; invalid UTF-8 and control characters become
// the replacement character.
std::string Html(const std::string& text);

// The name of a file without its folders; of a log, also without the usual ending.
std::string BaseName(const std::string& file);
std::string LogName(const std::string& file);

// The text, or as much of its beginning as fits and an ellipsis.
std::string Cut(const std::string& text, std::size_t characters);

// "1.36 s", "546 ms", "12 min 5 s".
std::string DurationText(double milliseconds);
// "1,234,567"
std::string CountText(std::uint64_t count);
// "1 call", "1,200 calls"
std::string CountText(std::uint64_t count, const char* one, const char* many);
// Two or three significant digits: "0.52", "8.9", "124".
std::string ShortNumber(double number);
// "2026-11-21 09:12:03 UTC"
std::string TimeText(std::int64_t unix_ns);

// A table that scrolls inside its own box. Cells are HTML, the first of a row is its heading; the
// caption and the headings are text.
std::string HtmlTable(const std::string& caption, const Table& table);

// Expanded by a click or by the keyboard. `summary` is text, `body` HTML.
std::string Details(const std::string& summary, const std::string& body, bool open = false);

std::string Paragraph(const std::string& html, const char* style = "");

// A section with its heading; `id` is its anchor for links.
std::string Section(const char* id, const char* heading, const std::string& body);

// A chart as wide as its container and `height` pixels high; horizontal positions are in percent.
// The name and description are text, for screen readers.
std::string Drawing(const std::string& id, const std::string& name, const std::string& shows,
                    double height, const std::string& marks);

}  // namespace lodestone::cli
