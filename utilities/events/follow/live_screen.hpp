// Lines on a terminal that are redrawn in place.
#pragma once

#include <cstddef>
#include <string>

namespace lodestone::cli {

class LiveScreen {
 public:
  // Replaces what was drawn before; draws as much as fits the terminal.
  void Draw(const std::string& text);
  // Erases it.
  void Clear() { Draw(""); }

 private:
  std::size_t drawn_ = 0;  // lines, with the cursor below the last
};

}  // namespace lodestone::cli
