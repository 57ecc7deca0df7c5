// Numbers and words for tables and charts.
#pragma once

#include <string>
#include <vector>

#include "utilities/text/text_format.hpp"

namespace lodestone::bench {

using cli::Format;

// Three significant digits; "-" for none.
std::string Milliseconds(double value);

using Cells = std::vector<std::string>;

// A Markdown table that is also readable as plain text. The first line is the heading; the first
// column is text, the others are numbers.
std::string MarkdownTable(const std::vector<Cells>& lines);

}  // namespace lodestone::bench
