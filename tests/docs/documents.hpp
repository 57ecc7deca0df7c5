// Tables of the documents, read for tests of what is made from them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lodestone::test {

using Cells = std::vector<std::string>;

// The place of a file of the source tree, and what is in it.
std::filesystem::path SourcePath(const std::string& path);
std::string SourceFile(const std::string& path);

// The first table behind a line of the text, its header first.
std::vector<Cells> TableBehind(const std::string& text, const std::string& line);

// The number that a cell begins with, without separators; NAN when there is none.
double NumberOf(const std::string& cell);

// Up to the first space: 24.6 of "24.6 ±3%".
std::string FirstWord(const std::string& cell);

}  // namespace lodestone::test
