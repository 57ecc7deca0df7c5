#include "utilities/events/follow/live_screen.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

constexpr std::size_t kDefaultColumns = 80, kDefaultRows = 24;
constexpr std::size_t kMinColumns = 8, kMinRows = 3;

}  // namespace

void LiveScreen::Draw(const std::string& text) {
  winsize size{};
  const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
  const std::size_t columns = known && size.ws_col >= kMinColumns ? size.ws_col : kDefaultColumns;
  const std::size_t rows = known && size.ws_row >= kMinRows ? size.ws_row : kDefaultRows;
  std::string out;
  if (drawn_ != 0) out = Format("\x1b[%zuA", std::min(drawn_, rows - 1));
  drawn_ = 0;
  for (std::size_t start = 0; start < text.size() && drawn_ < rows - 1; ++drawn_) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    out += "\r" + Shortened(Printable(text.substr(start, end - start)), columns - 1) + "\x1b[K\n";
    start = end + 1;
  }
  out += "\x1b[J";
  std::fputs(out.c_str(), stdout);
  std::fflush(stdout);
}

}  // namespace lodestone::cli
