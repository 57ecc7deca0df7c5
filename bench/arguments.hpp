// Command line parsing shared by the benchmarks.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace lodestone::bench {

// These throw std::invalid_argument with a message for the user.
unsigned ParseNumber(const std::string& text);                     // above 0
std::pair<unsigned, unsigned> ParseSize(const std::string& text);  // "640x360"

// The non-empty parts.
std::vector<std::string> Split(const std::string& text, char separator);

// Puts the value of an option in its place.
using Taker = std::function<void(const std::string& value)>;
Taker Into(std::string* text);
Taker Into(unsigned* number);
Taker Into(std::vector<std::string>* parts);  // of a list with commas
Taker Into(bool* flag);                       // true

// "--name=value", and also "-name value".
struct ProgramOption {
  const char* name;
  Taker take;
  bool has_value = true;
};
// All of the command line. Throws std::invalid_argument, of `usage` unless a value is at fault.
void TakeOptions(int count, char** words, const std::vector<ProgramOption>& options,
                 const std::string& usage);

// The body of main(). What it throws is printed to stderr, with the library's reason, and makes the
// status `failure`.
int RunProgram(const char* program, int failure, const std::function<int()>& body);

}  // namespace lodestone::bench
