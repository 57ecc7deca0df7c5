// Command line parsing shared by the benchmarks.
#pragma once

#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace lodestone::bench {

// These throw std::invalid_argument with a message for the user.
unsigned ParseNumber(const std::string& text);                     // above 0
std::pair<unsigned, unsigned> ParseSize(const std::string& text);  // "640x360"

// The non-empty parts.
std::vector<std::string> Split(const std::string& text, char separator);

// Prints to stderr, with the library's reason.
void PrintError(const char* program, const std::exception& error);

}  // namespace lodestone::bench
