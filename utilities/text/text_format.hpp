// Human-readable text: printf into strings of any length, and display columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/printable_text.hpp"

namespace lodestone::cli {

__attribute__((format(printf, 1, 2))) std::string Format(const char* format, ...);

// "1 call", "2 calls"
std::string Counted(std::uint64_t count, const std::string& one, const std::string& many);

// Its lines, without their ends; of a text without an end of line, one.
std::vector<std::string> LinesOf(std::string_view text);

// Display columns, counting each UTF-8 sequence as one.
std::size_t DisplayWidth(const std::string& text);

// The text, or as much of its start as fits followed by "...".
std::string Shortened(const std::string& text, std::size_t width);

}  // namespace lodestone::cli
