// What failed_calls does while calls fail: reading, writing and changing images with the library,
// and commands of the program. All work in the current folder, on the files of MakeInputs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/torture/failing_calls.hpp"

namespace lodestone::torture {

struct Outcome {
  bool done = false;         // it says that it succeeded
  std::uint64_t digest = 0;  // of what it made
  std::string reason;        // why not
  std::string complaint;     // what is wrong whatever it says; "" for nothing
};

// A piece of work; calls may fail while the process is that of `control`.
struct Scenario {
  std::string name;
  std::function<Outcome(FaultControl& control)> run;
};

void MakeInputs();
std::vector<Scenario> LibraryScenarios();
std::vector<Scenario> CommandScenarios(const std::string& program, FaultControl& control);

// The content of a file; "" if there is none.
std::string ContentOf(const std::string& path);
void Store(const std::string& path, const std::string& content);
std::uint64_t DigestOfText(const std::string& text);
// Names in the current folder, in order.
std::vector<std::string> FilesHere();

inline constexpr char kOldContent[] = "what was there before";

}  // namespace lodestone::torture
