// Text for people: printf into strings of whatever length it takes, and columns on the screen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace lodestone::cli {

__attribute__((format(printf, 1, 2))) std::string Format(const char* format, ...);

// "1 call", "2 calls"
std::string Counted(std::uint64_t count, const std::string& one, const std::string& many);

// Columns on the screen, counting a UTF-8 sequence once.
std::size_t DisplayWidth(const std::string& text);

// With what could steer a terminal, such as an escape, replaced.
std::string Printable(std::string text);

// The text, or as much of its start as fits with "..." behind it.
std::string Shortened(const std::string& text, std::size_t width);

}  // namespace lodestone::cli
