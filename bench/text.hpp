// Numbers and words for tables and charts.
#pragma once

#include <string>
#include <vector>

namespace lodestone::bench {

// As printf, of at most 1,000 characters.
__attribute__((format(printf, 1, 2))) std::string Format(const char* format, ...);

// Three digits that count; "-" for nothing.
std::string Milliseconds(double value);

using Cells = std::vector<std::string>;

// A Markdown table that also reads well as plain text. The first line is the heading; the first
// column is text, the others are numbers.
std::string MarkdownTable(const std::vector<Cells>& lines);

}  // namespace lodestone::bench
