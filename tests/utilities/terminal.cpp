#include "tests/utilities/terminal.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <stdexcept>

namespace lodestone::test {
namespace {

using Clock = std::chrono::steady_clock;

double Since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Between fork and exec: allocates nothing, since another thread may have held the allocator's
// lock.
[[noreturn]] void Execute(char* const* argv, const char* folder, OnTerminal what) {
  if (what == OnTerminal::kErrorOutputOnly) {
    const int nothing = open("/dev/null", O_RDWR);
    if (dup2(nothing, STDIN_FILENO) < 0 || dup2(nothing, STDOUT_FILENO) < 0) _exit(126);
  }
  // Processes that a shell runs in the background ignore interrupts, and their children inherit
  // that.
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) signal(number, SIG_DFL);
  if (chdir(folder) != 0) _exit(126);
  execvp(argv[0], argv);
  _exit(127);
}

}  // namespace

TerminalScreen::TerminalScreen(int columns, int rows)
    : columns_(static_cast<std::size_t>(columns)),
      rows_(static_cast<std::size_t>(rows), std::string(columns_, ' ')) {}

void TerminalScreen::Feed(const std::string& bytes) {
  for (const char c : bytes) {
    if (!escape_.empty()) {
      escape_ += c;
      if (escape_.size() > 2 && std::isalpha(static_cast<unsigned char>(c))) Control();
    } else if (c == '\x1b') {
      escape_ = c;
    } else if (c == '\r') {
      column_ = 0;
    } else if (c == '\n') {
      LineFeed();
    } else {
      Put(c);
    }
  }
}

void TerminalScreen::Put(char c) {
  if ((static_cast<unsigned char>(c) & 0xC0) == 0x80)
    return;  // continuation of the previous character
  if (column_ == columns_) {
    column_ = 0;
    LineFeed();
  }
  rows_[row_][column_++] = c;
}

void TerminalScreen::LineFeed() {
  if (row_ + 1 < rows_.size()) {
    ++row_;
    return;
  }
  ++scrolled_;
  rows_.erase(rows_.begin());
  rows_.emplace_back(columns_, ' ');
}

void TerminalScreen::Control() {
  const char what = escape_.back();
  const auto number = static_cast<std::size_t>(std::atoi(escape_.c_str() + 2));
  escape_.clear();
  if (what == 'A') {
    row_ -= std::min(row_, std::max<std::size_t>(number, 1));
  } else if (what == 'K' || what == 'J') {
    std::fill(rows_[row_].begin() + static_cast<std::ptrdiff_t>(column_), rows_[row_].end(), ' ');
    if (what == 'K') return;
    for (std::size_t i = row_ + 1; i < rows_.size(); ++i) rows_[i].assign(columns_, ' ');
  } else {
    throw std::runtime_error("a control sequence that this terminal does not know");
  }
}

std::string TerminalScreen::Text() const {
  std::string text;
  for (const std::string& row : rows_) text += row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
  while (text.size() > 1 && text.substr(text.size() - 2) == "\n\n") text.pop_back();
  return text;
}

TerminalProcess::TerminalProcess(const Words& words, const std::filesystem::path& folder,
                                 OnTerminal what, int columns, int rows)
    : screen_(columns, rows) {
  winsize size{};
  size.ws_col = static_cast<unsigned short>(columns);
  size.ws_row = static_cast<unsigned short>(rows);
  std::vector<char*> argv;
  for (const auto& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  child_ = forkpty(&terminal_, nullptr, nullptr, &size);
  if (child_ < 0) throw std::runtime_error("no pseudo-terminal");
  if (child_ == 0) Execute(argv.data(), folder.c_str(), what);
}

TerminalProcess::~TerminalProcess() {
  if (child_ > 0) {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  close(terminal_);
}

bool TerminalProcess::Pump(double seconds) {
  pollfd ready{terminal_, POLLIN, 0};
  if (poll(&ready, 1, static_cast<int>(seconds * 1000)) <= 0) return true;
  char block[4096];
  const ssize_t got = read(terminal_, block, sizeof block);
  if (got <= 0) return false;
  raw_.append(block, static_cast<std::size_t>(got));
  screen_.Feed({block, static_cast<std::size_t>(got)});
  return true;
}

bool TerminalProcess::Until(const std::function<bool()>& condition, double seconds) {
  for (const auto start = Clock::now(); Since(start) < seconds;) {
    if (condition()) return true;
    if (!Pump(0.02)) return condition();
  }
  return false;
}

bool TerminalProcess::UntilShown(const std::string& text) {
  return Until([&] {
    return raw_.find(text) != std::string::npos || Screen().find(text) != std::string::npos;
  });
}

void TerminalProcess::Send(int signal) {
  kill(child_, signal);
}

int TerminalProcess::Wait(double seconds) {
  const auto start = Clock::now();
  Until([] { return false; }, seconds);
  int status = 0;
  while (waitpid(child_, &status, WNOHANG) != child_) {
    if (Since(start) >= seconds) return -1;
    usleep(1000);
  }
  child_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace lodestone::test
