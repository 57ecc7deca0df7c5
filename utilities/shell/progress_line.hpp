// One line on the terminal that is written over and over, and gone at the end.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace lodestone::cli {

// How far a long work is.
struct Progress {
  double share = -1;  // 0 ... 1; negative: nobody knows
  double count = 0;   // of units that are done
  std::string unit;   // "images", "bytes"; "" when there are none to count
  std::string text;   // what is at hand
};

// "[=====>    ]  52%  12.3 images/s  0:07 left  text", in at most `width` columns. What came about
// between the two in `seconds` makes the rate and the time left.
std::string ProgressText(const Progress& first, const Progress& now, double seconds,
                         std::size_t width);

// Thread-safety: lines are for one thread of the process at a time.
class ProgressLine {
 public:
  // Shows only when stderr is a terminal, and nothing while another line shows something: of
  // commands that call others the outer one knows more.
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void Show(const std::string& text);
  // A bar, for one text ten times a second at most, however often this is called.
  void Show(const Progress& progress);
  void Clear();

  // Before something else is written on the terminal.
  static void ClearCurrent();

 private:
  using Clock = std::chrono::steady_clock;

  void Write(const std::string& text);

  bool terminal_;
  std::size_t shown_ = 0;  // columns to wipe
  std::optional<Progress> first_;
  std::string text_;  // of the latest
  Clock::time_point began_, updated_;
};

}  // namespace lodestone::cli
