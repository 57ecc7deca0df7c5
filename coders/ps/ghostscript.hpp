// Ghostscript as a library.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

// A page of red, green and blue in a byte each.
struct DrawnPage {
  std::size_t columns = 0, rows = 0, row_bytes = 0;
  const std::uint8_t* pixels = nullptr;
  const std::uint8_t* Row(std::size_t y) const { return pixels + y * row_bytes; }
};

struct GhostscriptWork {
  ByteSpan program;
  std::vector<std::string> options;
  unsigned long most_seconds = 0;  // of CPU time, for all pages
  // What follows may throw; it then ends, and the same is thrown.
  std::function<void(std::size_t columns, std::size_t rows)> size;  // of pages to come
  std::function<bool(const DrawnPage&)> page;                       // whether more are wanted
  std::function<void()> poll;                                       // again and again
};

// In a process of its own, a copy of this one: programs can run forever, and Ghostscript does not
// ask whether they may. It reads no files but its own, and writes none. Fails if the program does
// before a page is shown.
void RunGhostscript(const GhostscriptWork& work);

// The same in this process, without `poll`; once in a process.
void RunGhostscriptHere(const GhostscriptWork& work);

std::string GhostscriptVersion();

}  // namespace lodestone::coders
