// One line on the terminal that is written over and over, and gone at the end.
#pragma once

#include <string>

namespace lodestone::cli {

class ProgressLine {
 public:
  // Shows only when stderr is a terminal.
  ProgressLine();
  ~ProgressLine() { Clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void Show(const std::string& text);
  void Clear();

 private:
  bool terminal_;
  std::size_t shown_ = 0;  // characters to wipe
};

}  // namespace lodestone::cli
