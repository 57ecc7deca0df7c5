#include "utilities/events/line_reader.hpp"

namespace lodestone::cli {

bool LineReader::Next() {
  line_.clear();
  too_long_ = false;
  int c = std::getc(file_);
  if (c == EOF) return false;
  for (; c != EOF && c != '\n'; c = std::getc(file_)) {
    if (line_.size() < kMaximumLength) {
      line_.push_back(static_cast<char>(c));
    } else {
      too_long_ = true;
    }
  }
  if (!line_.empty() && line_.back() == '\r') line_.pop_back();
  ++number_;
  return true;
}

}  // namespace lodestone::cli
