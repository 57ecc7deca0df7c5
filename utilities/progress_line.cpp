#include "utilities/progress_line.hpp"

#include <unistd.h>

#include <cstdio>

namespace lodestone::cli {

ProgressLine::ProgressLine() : terminal_(isatty(STDERR_FILENO) == 1) {}

void ProgressLine::Show(const std::string& text) {
  if (!terminal_) return;
  const std::size_t wipe = shown_ > text.size() ? shown_ - text.size() : 0;
  std::fprintf(stderr, "\r%s%*s", text.c_str(), static_cast<int>(wipe), "");
  std::fflush(stderr);
  shown_ = text.size();
}

void ProgressLine::Clear() {
  if (shown_ == 0) return;
  std::fprintf(stderr, "\r%*s\r", static_cast<int>(shown_), "");
  std::fflush(stderr);
  shown_ = 0;
}

}  // namespace lodestone::cli
