// The frame of the programs that provoke faults by the thousand: cases run in child processes, so
// that one that crashes or hangs is counted, and the others still have their turn.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace lodestone::torture {

struct Tally {
  std::size_t tried = 0, survived = 0, lost = 0;
};

// How a case ended; those that do not apply count as not tried.
struct Verdict {
  enum Kind { kSurvived, kLost, kNotTried } kind = kSurvived;
  std::string why;
};
inline Verdict Survived() {
  return {};
}
inline Verdict NotTried() {
  return {Verdict::kNotTried, ""};
}
inline Verdict Lost(const std::string& why) {
  return {Verdict::kLost, why};
}

struct Campaign {
  std::string fault;              // as in the table
  std::size_t cases = 0;          // that there are
  std::size_t wanted = SIZE_MAX;  // ends when as many have been tried
  std::size_t operations = 1;     // that a case counts for
  unsigned seconds = 60;          // for one case
  std::function<Verdict(std::size_t)> run;
  std::function<std::string(std::size_t)> describe;
  std::function<void()> begin{};       // in each child, before its first case
  std::function<std::string()> end{};  // in each child, after its last one: "" or a complaint
  std::size_t at_a_time = SIZE_MAX;    // cases in one child
  bool quiet = true;                   // standard error of the children goes nowhere
};

// Runs the cases and prints what was lost to standard error and the line
// "fault TAB tried TAB survived TAB lost" to standard output.
Tally Run(const Campaign& campaign);

// How a child process ended that ran `body`, as waitpid says; it is killed after so many seconds.
int RunAlone(const std::function<void()>& body, unsigned seconds, bool quiet = true);

// Program arguments: COUNT [SEED].
struct Arguments {
  std::size_t count;
  unsigned seed;
};
Arguments ReadArguments(int argc, char** argv, std::size_t count);

// The numbers below `count` in random order.
std::function<std::size_t(std::size_t)> Shuffled(std::size_t count, unsigned seed);

}  // namespace lodestone::torture
