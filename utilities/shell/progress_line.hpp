// A progress line on the terminal that is overwritten, and erased at the end.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace lodestone::cli {

// Progress of a long task.
struct ProgressState {
  double share = -1;  // 0 ... 1; negative: unknown
  double count = 0;   // of completed units
  std::string unit;   // "images", "bytes"; "" when there are none to count
  std::string text;   // the current step
};

// "[=====>    ]  52%  12.3 images/s  0:07 left  text", in at most `width` columns. The rate and the
// remaining time follow from the progress between the two in `seconds`.
std::string ProgressText(const ProgressState& first, const ProgressState& now, double seconds,
                         std::size_t width);

// Thread-safety: use one by one thread at a time; ClearCurrent and
// ShowOnCurrent are safe from any.
class ProgressLine {
 public:
  // Visible only when stderr is a terminal, and not while another line is: when commands call
  // others, the outer one knows more.
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  bool visible() const { return terminal_; }
  void Show(const std::string& text);
  // A bar, redrawn for the same text at most ten times a second, however often this is called.
  void Show(const ProgressState& progress);
  void Clear();

  // On the line that there is, whoever has it; false if there is none.
  static bool ShowOnCurrent(const std::string& text);

  // Call before anything else is written to the terminal.
  static void ClearCurrent();

  // From now on none is visible: the terminal belongs to a program that calls commands as
  // functions.
  static void Forbid();
  static bool IsForbidden();

 private:
  using Clock = std::chrono::steady_clock;

  void Write(const std::string& text);

  bool terminal_;
  std::size_t shown_ = 0;  // columns to erase
  std::optional<ProgressState> first_;
  std::string text_;  // of the latest
  Clock::time_point began_, updated_;
};

}  // namespace lodestone::cli
