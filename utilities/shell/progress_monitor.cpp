#include "utilities/shell/progress_monitor.hpp"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <optional>
#include <utility>

#include "base/printable_text.hpp"
#include "base/retest_text.hpp"
#include "magick/api.h"
#include "utilities/shell/progress_line.hpp"

namespace lodestone::cli {
namespace {

constexpr char kCpuLimit[] = "Limit of CPU time reached";

std::atomic<bool> show_progress{false};
std::atomic<MonitorHandler> replaced{nullptr};  // while progress is shown
volatile std::sig_atomic_t caught_signal = 0;

void OnSignal(int number) {
  caught_signal = number;
  // A second one ends the process; but the limit for CPU time speaks up every second.
  if (number != SIGXCPU) std::signal(number, SIG_DFL);
}

// It may take a minute, of which no option has told.
void ShowRetest(magick_int64_t milliseconds, bool last) {
  static std::optional<ProgressLine> own;
  static magick_int64_t shown = -1;
  const magick_int64_t seconds = milliseconds / 1000;
  if (last) {
    own.reset();
    ProgressLine::ClearCurrent();
    shown = -1;
  } else if (std::exchange(shown, seconds) != seconds) {
    const std::string text = std::string(kRetestText) + " " + std::to_string(seconds) + " s";
    if (!ProgressLine::ShowOnCurrent(text)) own.emplace().Show(text);
  }
}

MagickPassFail Monitor(const char* text, const magick_int64_t quantum, const magick_uint64_t span,
                       ExceptionInfo* exception) {
  if (caught_signal != 0) {
    ThrowException(exception, MonitorError,
                   caught_signal == SIGXCPU ? kCpuLimit : "User requested termination", text);
    return MagickFail;
  }
  if (!show_progress && std::strcmp(text, kRetestText) == 0) {
    ShowRetest(quantum, static_cast<magick_uint64_t>(quantum) + 1 >= span);
    return MagickPass;
  }
  if (!show_progress || span < 2 || quantum < 0) return MagickPass;
  ProgressLine::ClearCurrent();
  const auto done = static_cast<double>(quantum);
  const double percent = 100.0 * done / static_cast<double>(span - 1);
  const bool last = static_cast<magick_uint64_t>(quantum) + 1 >= span;
  std::fprintf(stderr, "%5.0f%% %s  %c", percent > 100 ? 100 : percent, Printable(text).c_str(),
               last ? '\n' : '\r');
  std::fflush(stderr);
  return MagickPass;
}

}  // namespace

void ShowProgress(bool show) {
  if (show == show_progress.exchange(show)) return;
  if (show) {
    replaced = SetMonitorHandler(Monitor);
  } else {
    SetMonitorHandler(replaced);
  }
}

void CancelOnSignals() {
  SetMonitorHandler(Monitor);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGXCPU}) {
    // A signal that the parent ignores (nohup) stays ignored.
    if (std::signal(number, OnSignal) == SIG_IGN) std::signal(number, SIG_IGN);
  }
  // A file that may not grow is an error of writing it, with a message, not a reason to die.
  std::signal(SIGXFSZ, SIG_IGN);
}

bool InterruptRequested() {
  return caught_signal != 0;
}

int CaughtSignal() {
  return caught_signal;
}

std::string InterruptText() {
  const int number = CaughtSignal();
  if (number == SIGXCPU) return kCpuLimit;
  return "Interrupted by signal " + std::to_string(number) + " (" + strsignal(number) + ")";
}

void ClearInterrupt() {
  if (caught_signal == SIGINT || caught_signal == SIGTERM) caught_signal = 0;
}

void EndBySignal(int number) {
  caught_signal = number;
}

void ReraiseCaughtSignal() {
  if (caught_signal == 0) return;
  std::signal(caught_signal, SIG_DFL);
  std::raise(caught_signal);
}

}  // namespace lodestone::cli
