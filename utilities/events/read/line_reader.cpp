#include "utilities/events/read/line_reader.hpp"

#include <algorithm>
#include <cerrno>

#include "base/interruptible_input.hpp"
#include "utilities/shell/progress_monitor.hpp"

namespace lodestone::cli {

LineReader::LineReader(std::FILE* file) : descriptor_(fileno(file)), block_(kBlock) {}

bool LineReader::Fill() {
  const ssize_t count = ReadInput(descriptor_, block_.data(), block_.size(), InterruptRequested);
  if (count < 0) error_number_ = errno;
  rest_ = {block_.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
  return count > 0;
}

void LineReader::Keep(std::string_view piece) {
  const std::size_t room = kMaxLineLength - start_.size();
  too_long_ = too_long_ || piece.size() > room;
  start_ += piece.substr(0, room);
}

void LineReader::Finish(std::string_view piece) {
  if (start_.empty() && piece.size() <= kMaxLineLength) {
    line_ = piece;
  } else {
    Keep(piece);
    line_ = start_;
  }
  if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
  ++number_;
}

bool LineReader::Next() {
  start_.clear();
  too_long_ = false;
  if (rest_.empty() && !Fill()) return false;
  for (;;) {
    const std::size_t end = rest_.find('\n');
    complete_ = end != std::string_view::npos;
    if (complete_) {
      Finish(rest_.substr(0, end));
      rest_.remove_prefix(end + 1);
      bytes_ += end + 1;
      return true;
    }
    Keep(rest_);
    bytes_ += rest_.size();
    if (Fill()) continue;
    if (error_number_ != 0) return false;
    Finish({});
    return true;
  }
}

}  // namespace lodestone::cli
