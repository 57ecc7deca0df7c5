#include "tests/docs/documents.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "tests/utilities/process.hpp"

namespace lodestone::test {
namespace {

std::string Trimmed(const std::string& text) {
  const auto from = text.find_first_not_of(' '), to = text.find_last_not_of(' ');
  return from == std::string::npos ? "" : text.substr(from, to - from + 1);
}

Cells CellsOf(const std::string& line) {
  Cells cells;
  std::istringstream words(line.substr(1));
  for (std::string cell; std::getline(words, cell, '|');) cells.push_back(Trimmed(cell));
  return cells;
}

}  // namespace

std::filesystem::path SourcePath(const std::string& path) {
  const char* root = std::getenv("abs_srcdir");
  return std::filesystem::absolute(root == nullptr ? "." : root) / path;
}

std::string SourceFile(const std::string& path) {
  return ReadFile(SourcePath(path));
}

std::vector<Cells> TableBehind(const std::string& text, const std::string& line) {
  const auto start = text.find(line);
  if (start == std::string::npos) throw std::runtime_error("no line: " + line);
  std::istringstream lines(text.substr(start + line.size()));
  std::vector<Cells> table;
  for (std::string row; std::getline(lines, row);) {
    if (row.empty() || row[0] != '|') {
      if (table.empty()) continue;
      break;
    }
    if (row.find_first_not_of("|-: ") != std::string::npos) table.push_back(CellsOf(row));
  }
  if (table.empty()) throw std::runtime_error("no table behind: " + line);
  return table;
}

double NumberOf(const std::string& cell) {
  std::string plain = cell;
  std::erase(plain, ',');
  char* end = nullptr;
  const double value = std::strtod(plain.c_str(), &end);
  return end == plain.c_str() ? std::nan("") : value;
}

std::string FirstWord(const std::string& cell) {
  return cell.substr(0, cell.find(' '));
}

}  // namespace lodestone::test
