#include "utilities/shell/progress_line.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <mutex>

#include "utilities/text/table.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

constexpr auto kBetweenUpdates = std::chrono::milliseconds(100);
constexpr std::size_t kDefaultWidth = 80;
constexpr std::size_t kBarWidth = 20;
constexpr double kMaxLeft = 359999;  // seconds: 99:59:59

// The one existing line that is visible.
ProgressLine* current = nullptr;
std::atomic<bool> forbidden{false};

// Held while the terminal is written to, or `current` changes.
std::recursive_mutex& Mutex() {
  static constinit std::recursive_mutex mutex;
  return mutex;
}

std::size_t TerminalWidth() {
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
  return known ? size.ws_col : kDefaultWidth;
}

std::string Bar(double share) {
  const auto full = static_cast<std::size_t>(std::floor(share * kBarWidth));
  std::string bar(full, '=');
  if (full < kBarWidth) bar += '>';
  bar.resize(kBarWidth, ' ');
  return "[" + bar + "]" + Format(" %3.0f%%", std::floor(100 * share));
}

std::string CountText(const ProgressState& now) {
  return now.unit == "bytes" ? FormatBytes(static_cast<unsigned long long>(now.count))
                             : Format("%.0f ", now.count) + now.unit;
}

std::string RateText(const ProgressState& first, const ProgressState& now, double seconds) {
  const double rate = (now.count - first.count) / seconds;
  if (now.unit == "bytes") return FormatBytes(static_cast<unsigned long long>(rate)) + "/s";
  return Format(rate < 99.5 ? "%.3g " : "%.0f ", rate) + now.unit + "/s";
}

std::string LeftText(const ProgressState& first, const ProgressState& now, double seconds) {
  const double left = seconds * (1 - now.share) / (now.share - first.share);
  const auto whole = static_cast<unsigned long>(std::min(std::ceil(left), kMaxLeft));
  const unsigned long hours = whole / 3600, minutes = whole / 60 % 60;
  const std::string head =
      hours != 0 ? Format("%lu:%02lu", hours, minutes) : Format("%lu", minutes);
  return head + Format(":%02lu left", whole % 60);
}

}  // namespace

std::string ProgressText(const ProgressState& first, const ProgressState& now, double seconds,
                         std::size_t width) {
  std::string line;
  const auto add = [&](const std::string& part) { line += (line.empty() ? "" : "  ") + part; };
  ProgressState bounded = now;
  bounded.share = std::min(now.share, 1.0);
  if (now.share >= 0) add(Bar(bounded.share));
  if (now.share < 0 && !now.unit.empty()) add(CountText(now));
  if (seconds > 0 && !now.unit.empty() && now.count > first.count) {
    add(RateText(first, now, seconds));
  }
  if (seconds > 0 && bounded.share > first.share && first.share >= 0) {
    add(LeftText(first, bounded, seconds));
  }
  if (!now.text.empty()) add(Printable(now.text));
  return Shortened(line, width);
}

ProgressLine::ProgressLine()
    : terminal_(!IsForbidden() && isatty(STDERR_FILENO) == 1 && current == nullptr) {
  if (terminal_) current = this;
}

ProgressLine::~ProgressLine() {
  const std::lock_guard lock(Mutex());
  Clear();
  if (current == this) current = nullptr;
}

void ProgressLine::ClearCurrent() {
  const std::lock_guard lock(Mutex());
  if (current != nullptr) current->Clear();
}

bool ProgressLine::ShowOnCurrent(const std::string& text) {
  const std::lock_guard lock(Mutex());
  if (current != nullptr) current->Show(text);
  return current != nullptr;
}

void ProgressLine::Forbid() {
  forbidden = true;
}

bool ProgressLine::IsForbidden() {
  return forbidden;
}

void ProgressLine::Show(const std::string& text) {
  if (terminal_) Write(Shortened(Printable(text), TerminalWidth() - 1));
}

void ProgressLine::Show(const ProgressState& progress) {
  if (!terminal_) return;
  const Clock::time_point now = Clock::now();
  // The first text is always shown: the step may take long.
  if (first_ && progress.text == text_ && now - updated_ < kBetweenUpdates) return;
  if (!first_) {
    first_ = progress;
    began_ = now;
  }
  updated_ = now;
  text_ = progress.text;
  Write(ProgressText(*first_, progress, std::chrono::duration<double>(now - began_).count(),
                     TerminalWidth() - 1));
}

void ProgressLine::Write(const std::string& text) {
  const std::lock_guard lock(Mutex());
  const std::size_t width = DisplayWidth(text);
  const std::size_t wipe = shown_ > width ? shown_ - width : 0;
  std::fprintf(stderr, "\r%s%*s", text.c_str(), static_cast<int>(wipe), "");
  std::fflush(stderr);
  shown_ = width;
}

void ProgressLine::Clear() {
  const std::lock_guard lock(Mutex());
  if (shown_ == 0) return;
  std::fprintf(stderr, "\r%*s\r", static_cast<int>(shown_), "");
  std::fflush(stderr);
  shown_ = 0;
}

}  // namespace lodestone::cli
