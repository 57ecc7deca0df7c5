// Numbers and words for tables and charts.
#pragma once

#include <string>
#include <vector>

#include "utilities/text/table.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::bench {

using cli::Format;

// Three significant digits; "-" for none.
std::string Milliseconds(double value);

using Cells = cli::Table::Cells;

// The first line is the heading; the first column is text, the others are numbers.
cli::Table TableOf(const std::vector<Cells>& lines);
std::string MarkdownTable(const std::vector<Cells>& lines);

}  // namespace lodestone::bench
