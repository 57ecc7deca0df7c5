// Lines on a terminal that are drawn again and again in the same place.
#pragma once

#include <cstddef>
#include <string>

namespace lodestone::cli {

class LiveScreen {
 public:
  // In the place of what was drawn before; as much of it as the terminal has room for.
  void Draw(const std::string& text);
  // Leaves an empty place.
  void Clear() { Draw(""); }

 private:
  std::size_t drawn_ = 0;  // lines, with the cursor below the last
};

}  // namespace lodestone::cli
