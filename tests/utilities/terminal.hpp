// A program on a pseudo-terminal, and the contents of its screen.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tests/utilities/process.hpp"

namespace lodestone::test {

// The screen of a terminal that supports what the program writes: text, carriage return, line feed,
// cursor up, erase to the end of the line and of the screen.
class TerminalScreen {
 public:
  TerminalScreen(int columns, int rows);

  void Feed(const std::string& bytes);
  // Rows without trailing spaces, without empty rows at the end; each ended by a line feed.
  std::string Text() const;
  // Rows that have scrolled off the top.
  std::size_t scrolled() const { return scrolled_; }

 private:
  void Put(char c);
  void LineFeed();
  void Control();

  std::size_t columns_;
  std::vector<std::string> rows_;
  std::size_t row_ = 0, column_ = 0, scrolled_ = 0;
  std::string escape_;  // an unfinished sequence
};

enum class OnTerminal { kEverything, kErrorOutputOnly };

class TerminalProcess {
 public:
  TerminalProcess(const Words& words, const std::filesystem::path& folder,
                  OnTerminal what = OnTerminal::kEverything, int columns = 100, int rows = 24);
  ~TerminalProcess();
  TerminalProcess(const TerminalProcess&) = delete;
  TerminalProcess& operator=(const TerminalProcess&) = delete;

  // Waits for the condition, which may inspect the screen; false if it takes too long, or the
  // program ends first.
  bool Until(const std::function<bool()>& condition, double seconds = 30);
  // The same for a text: that was written, even if it has been erased, or that is on the screen.
  bool UntilShown(const std::string& text);

  pid_t pid() const { return child_; }
  void Send(int signal);
  // Waits for the end: exit status, or 128 + signal; -1 if it takes too long.
  int Wait(double seconds = 60);

  std::string Screen() const { return screen_.Text(); }
  std::size_t scrolled() const { return screen_.scrolled(); }
  const std::string& raw() const { return raw_; }  // all bytes so far

 private:
  // False when the program has closed its end.
  bool Pump(double seconds);

  TerminalScreen screen_;
  std::string raw_;
  pid_t child_ = -1;
  int terminal_ = -1;
};

}  // namespace lodestone::test
